// The input of functions that create ids.

/** The input of `newId`. The same requests give the same ids. */
export interface IdSource {
  /** The time of the sandbox. */
  readonly now: Date;
  /** Returns the next random number in [0, 1), fixed by the seed. */
  random(): number;
  /** The last id of this API in this sandbox; undefined after a start or reset. */
  readonly last: string | undefined;
}
