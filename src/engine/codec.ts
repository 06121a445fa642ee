// How one media type is read and written.

import type { Operation } from '../openapi/document.ts';
import type { Failure } from './failure.ts';
import type { WireRequest, WireResponse } from './wire.ts';

/** A body that was read. */
export interface Decoded {
  readonly value: unknown;
  /** What was accepted although the sender may be mistaken, a sentence each. */
  readonly warnings: readonly string[];
  /** How long the client waits for the answer, in milliseconds. Default: as long as it takes. */
  readonly patience?: number;
}

/** What an answer is an answer to. */
export interface Asked {
  readonly request: WireRequest;
  /** Absent when the request means no operation. */
  readonly operation: Operation | undefined;
}

/** Reads and writes bodies of one media type or a few, between bytes and the values that handlers see. */
export interface Codec {
  readonly mediaTypes: readonly string[];
  /** What a body is: that of the operation, or a message that has the operation's numbered parameters as fields as well. */
  readonly reads: 'body' | 'message';
  /** @throws Failure `invalid_argument` if the bytes are not of this media type */
  decode(request: WireRequest, operation: Operation): Decoded | Promise<Decoded>;
  /** The answer that carries an output. `status` is that of HTTP. */
  encode(output: unknown, status: number, asked: Asked): WireResponse | Promise<WireResponse>;
  /** The answer that carries a failure, as the api describes it. */
  encodeFailure(failure: Failure, description: unknown, asked: Asked): WireResponse | Promise<WireResponse>;
}
