// How one media type is read and written.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import type { ApiError } from './errors/failure.ts';
import type { HandlerResponse } from './reply.ts';
import type { WireBody, WireRequest, WireResponse } from './wire.ts';

/** A body that was read. */
export interface Decoded {
  readonly value: unknown;
  /** The media type of the document that it is in. Default: JSON, else the first one. */
  readonly type?: BodyMediaType | undefined;
  /** What is held against the schema in its place: bytes as a text, for instance. Default: the value. */
  readonly checked?: unknown;
  /** What was accepted although the sender may be mistaken, a sentence each. */
  readonly warnings: readonly string[];
  /** How long the client waits for the answer, in milliseconds. Default: as long as it takes. */
  readonly timeout?: number;
}

/** What is held against a schema of the document. */
export interface Checkable {
  readonly value: unknown;
  /** Whether the value is a stream, of which each item is held against that media type as it comes. Default false. */
  readonly isEach?: boolean;
  /** The media type that it will be in. Default: JSON. */
  readonly type?: BodyMediaType | undefined;
}

/** Reads and writes bodies of one media type or a few, between bytes and the values that handlers see. */
export interface Codec {
  readonly mediaTypes: readonly string[];
  /** What a body is: that of the operation, or a message that has the operation's numbered parameters as fields as well. */
  readonly reads: 'body' | 'message';
  /**
   * Why a request to an operation cannot be read, or not be answered in a way that its client accepts (415, 406). Asked before anybody knows who asks.
   */
  refusal(request: WireRequest, operation: Operation): ApiError | undefined;
  /** @throws ApiError `invalid_argument` if the bytes are not of this media type */
  decode(request: WireRequest, operation: Operation): Decoded | Promise<Decoded>;
  /** What of a reply is held against the document before it is written; undefined when nobody can know yet what it will hold. */
  checkable(
    reply: HandlerResponse,
    request: WireRequest,
    operation: Operation,
  ): Checkable | undefined | Promise<Checkable | undefined>;
  /**
   * The answer that carries a reply: an output, or a failure as the api describes it. Header fields of the reply are not the codec's.
   *
   * @param operation - undefined when the request means none
   */
  encode(
    reply: HandlerResponse,
    request: WireRequest,
    operation: Operation | undefined,
  ): WireResponse<WireBody> | Promise<WireResponse<WireBody>>;
}
