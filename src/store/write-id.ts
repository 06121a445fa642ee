// The identity of an addition, for idempotent writes.

/** The identity of one addition. */
export interface WriteId {
  /** A UUID that no other process has. */
  readonly writer: string;
  /** Greater than that of anything else which this writer has added before. */
  readonly number: number;
}
