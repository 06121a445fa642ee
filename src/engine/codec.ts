// How one media type is read and written.

import type { Operation } from './document.ts';

/** A body that was read. */
export interface Decoded {
  readonly value: unknown;
  /** JSON pointers of fields that the document does not know. They are ignored. */
  readonly unknownFields: readonly string[];
}

/** Reads and writes bodies of one media type, between bytes and the values that handlers see. */
export interface Codec {
  readonly mediaTypes: readonly string[];
  /** @throws Failure `invalid_argument` if the bytes are not of this media type */
  decode(bytes: Uint8Array, operation: Operation): Decoded;
  encode(value: unknown, operation: Operation, status: number): Uint8Array | string;
}
