// The interface of codecs: reading and writing of bodies.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import type { ApiError } from './errors/api-error.ts';
import type { HandlerResponse } from './handler-response.ts';
import type { WireBody, WireRequest, WireResponse } from './wire.ts';

/** A body that was read. */
export interface DecodedBody {
  readonly value: unknown;
  /** The media type of the document that it is in. Default: JSON, else the first one. */
  readonly type?: BodyMediaType | undefined;
  /** The value to validate instead: bytes as a text, for example. Default: the value. */
  readonly checked?: unknown;
  /** Notices about accepted but suspicious input, a sentence each. */
  readonly warnings: readonly string[];
  /** The timeout of the client, in milliseconds. Default: none. */
  readonly timeout?: number;
}

/** A value to validate. */
export interface CheckableBody {
  readonly value: unknown;
  /** Whether the value is a stream, whose items are validated as they come. Default false. */
  readonly isItemStream?: boolean;
  /** Returns the value to validate for an item of a stream; undefined for none. Default: the item. */
  toItem?(item: unknown): unknown;
  /** The media type that it will be in. Default: JSON. */
  readonly type?: BodyMediaType | undefined;
}

/** Reads and writes bodies of one media type or a few, between bytes and the values that handlers see. */
export interface Codec {
  readonly mediaTypes: readonly string[];
  /** The meaning of a body: that of the operation, or a message with the operation's numbered parameters as fields. */
  readonly reads: 'body' | 'message';
  /** Why a request cannot be read, or its response would not be accepted (415, 406). Called before authentication. */
  findMediaTypeError(request: WireRequest, operation: Operation): ApiError | undefined;
  /** @throws ApiError `invalid_argument` if the bytes are not of this media type */
  decode(request: WireRequest, operation: Operation): DecodedBody | Promise<DecodedBody>;
  /** The part of a response to validate before it is written; undefined if it is unknown yet. */
  checkable(
    response: HandlerResponse,
    request: WireRequest,
    operation: Operation,
  ): CheckableBody | undefined | Promise<CheckableBody | undefined>;
  /**
   * Writes a response: a value, or an error in the format of the API. Headers are not the codec's.
   *
   * @param operation - undefined if the request has none
   */
  encode(
    response: HandlerResponse,
    request: WireRequest,
    operation: Operation | undefined,
  ): WireResponse<WireBody> | Promise<WireResponse<WireBody>>;
}
