// A request and its response, as coverage counts them.

import type { BodyMediaType } from '../openapi/content.ts';
import type { Operation, RequestParts } from '../openapi/document.ts';
import type { Parameter } from '../openapi/parse-parameters.ts';
import type { SecurityRequirement } from '../openapi/security.ts';

/** A request. */
export interface ObservedRequest {
  readonly parts: RequestParts;
  /** The media type of its body: a declared one, or as it was sent; undefined without a body. */
  readonly type: BodyMediaType | string | undefined;
  /** Whether a parameter was sent; undefined if any could not be read. Default values do not count as sent. */
  isSent(place: Parameter['in'], key: string): boolean | undefined;
}

export interface ObservedExchange {
  readonly operation: Operation;
  /**
   * Whether bodies are messages of a remote procedure call: whatever their media type, their values are those of JSON.
   */
  readonly isCall: boolean;
  /** Undefined if it could not be read, or was not. */
  readonly request: ObservedRequest | undefined;
  /** Whether an accepted request has a credential for a scheme; undefined if it was not accepted. */
  readonly brings: ((demand: SecurityRequirement) => boolean) | undefined;
  /** Undefined if there was no response. */
  readonly response: ObservedResponse | undefined;
}

export interface ObservedResponse {
  readonly status: number;
  /** As it was sent; undefined if there is none. */
  readonly mediaType: string | undefined;
  /** Undefined if it was not inspected. */
  readonly body: unknown;
}
