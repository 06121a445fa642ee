// By what is known again that a process has added to what many processes write to.

/** The number of what one process adds. */
export interface PostingNumber {
  /** A UUID that no other process has. */
  readonly writer: string;
  /** Greater than that of anything else which this writer has added before. */
  readonly number: number;
}
