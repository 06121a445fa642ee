// How one media type is read and written.

import type { Operation } from '../openapi/document.ts';
import type { Reply } from './reply.ts';
import type { WireBody, WireRequest, WireResponse } from './wire.ts';

/** A body that was read. */
export interface Decoded {
  readonly value: unknown;
  /** What was accepted although the sender may be mistaken, a sentence each. */
  readonly warnings: readonly string[];
  /** How long the client waits for the answer, in milliseconds. Default: as long as it takes. */
  readonly timeout?: number;
}

/** Reads and writes bodies of one media type or a few, between bytes and the values that handlers see. */
export interface Codec {
  readonly mediaTypes: readonly string[];
  /** What a body is: that of the operation, or a message that has the operation's numbered parameters as fields as well. */
  readonly reads: 'body' | 'message';
  /** @throws Failure `invalid_argument` if the bytes are not of this media type */
  decode(request: WireRequest, operation: Operation): Decoded | Promise<Decoded>;
  /**
   * The answer that carries a reply: an output, or a failure as the api describes it. Header fields of the reply are not the codec's.
   *
   * @param operation - undefined when the request means none
   */
  encode(
    reply: Reply,
    request: WireRequest,
    operation: Operation | undefined,
  ): WireResponse<WireBody> | Promise<WireResponse<WireBody>>;
}
