// What a document says and cannot mean.

/** Something wrong with a document, that does not keep it from being used. */
export interface DocumentFinding {
  /** JSON pointer (RFC 6901) to what is wrong. */
  readonly pointer: string;
  readonly message: string;
}
