// What a new id is made from.

/** What a new id is made from, and nothing else: so the same requests give the same ids. */
export interface IdSource {
  /** The time of the sandbox. */
  readonly now: Date;
  /** A number from 0 up to, not including, 1, fixed by the seed; each call gives the next one. */
  random(): number;
  /** The id that was made before this one, for the same api in the same sandbox; undefined after a start or a reset, whatever the records hold. */
  readonly last: string | undefined;
}
