// A request and its answer, as those see it who count what it exercises.

import type { BodyType } from '../openapi/content.ts';
import type { Operation, RequestParts } from '../openapi/document.ts';
import type { Parameter } from '../openapi/parameters.ts';
import type { SecurityDemand } from '../openapi/security.ts';

/** What came. */
export interface ObservedRequest {
  readonly parts: RequestParts;
  /** The media type of its body, of those that the document has, or as it was sent; undefined where there is none. */
  readonly type: BodyType | string | undefined;
  /** Whether a parameter was sent; undefined where something was that cannot be read. Values may be there that were not sent, but stand for that. */
  isSent(place: Parameter['in'], key: string): boolean | undefined;
}

export interface ObservedExchange {
  readonly operation: Operation;
  /** Whether bodies are messages of a remote procedure call: whatever their media type, their values are those of JSON. */
  readonly isCall: boolean;
  /** Undefined where it could not be read, or nobody did. */
  readonly asked: ObservedRequest | undefined;
  /** Whether a request brings a credential for a scheme, and was let in with it; undefined where nobody was let in. */
  readonly brings: ((demand: SecurityDemand) => boolean) | undefined;
  /** Undefined where no answer came. */
  readonly answered: ObservedAnswer | undefined;
}

export interface ObservedAnswer {
  readonly status: number;
  /** As it is sent; undefined where there is none. */
  readonly mediaType: string | undefined;
  /** Undefined where nobody looks at it, or saw it. */
  readonly body: unknown;
}
