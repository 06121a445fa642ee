// Observers of responses, for metrics and log lines; independent of request logs.

import type { ObservedExchange, ObservedResponse } from '../../../coverage/observed-exchange.ts';
import type { Operation } from '../../../openapi/document.ts';
import type { ErrorCode } from '../errors/api-error.ts';
import type { Route } from '../find-route.ts';
import type { HandlerResponse, ResponseSource } from '../handler-response.ts';
import type { ParsedRequest } from '../read-request.ts';
import { readCredential } from '../security/credential.ts';
import type { Redactor } from '../security/credential-forms.ts';
import type { TraceContext } from '../trace-context.ts';
import { isStream, type WireBody, type WireRequest, type WireResponse } from '../wire.ts';

/** One response. */
export interface CompletedRequest {
  readonly request: Pick<WireRequest, 'method' | 'client' | 'secure'>;
  /** The target without secrets: credentials of the request, parameters with a secret name, and known shapes. */
  readonly target: () => string;
  readonly status: number;
  /** From the complete request to the start of the response, in milliseconds. */
  readonly duration: number;
  /** Its sandbox. */
  readonly sandbox?: string;
  /** The name of its API. Default: none, as for pages. */
  readonly api?: string;
  /** Its operationId. Default: none. */
  readonly operation?: string | undefined;
  /** The path template of its operation, such as `/pets/{petId}`. */
  readonly route?: string | undefined;
  /** Its trace. */
  readonly trace?: TraceContext | undefined;
  /** The source of the response. */
  readonly source?: ResponseSource | undefined;
  /** The code of an error response. */
  readonly code?: ErrorCode | undefined;
  /** The reason of an error response, redacted, also of tokens that its sandbox knows. */
  readonly reason?: () => string | undefined;
  /** Violations of a request that was processed all the same, redacted. */
  readonly violations?: () => string | undefined;
  /** Notices about a request that was processed, redacted. */
  readonly warnings?: () => string | undefined;
  /** Leaves the same secrets out of another text about the request. */
  readonly redact: Redactor;
}

/** Receives an unexpected error: a bug in a handler or here. @param plain - redacts the credentials of the request */
export type OnUnexpectedError = (thrown: unknown, redact?: Redactor) => void;

/** Observers of each request. Without any, a request costs only the check for that. */
export class Observers {
  readonly #all = new Set<(response: CompletedRequest) => void>();

  get hasAny(): boolean {
    return this.#all.size > 0;
  }

  add(observer: (response: CompletedRequest) => void): void {
    this.#all.add(observer);
  }

  notify(response: CompletedRequest): void {
    for (const observer of this.#all) observer(response);
  }
}

/** @param parsed - undefined for a request rejected earlier @param isAdmitted - whether its caller was accepted */
export function observeExchange(
  route: Route & { readonly operation: Operation },
  parsed: ParsedRequest | undefined,
  isAdmitted: boolean,
  wireResponse: WireResponse<WireBody>,
  response: HandlerResponse,
): ObservedExchange {
  const { request, operation, codec } = route;
  const isCall = codec.reads === 'message';
  const contentType = isCall ? request.headers['content-type'] : undefined;
  return {
    operation,
    isCall,
    request: parsed && { parts: parsed.parts, type: parsed.decoded.type ?? contentType, isSent: parsed.isSent },
    brings: isAdmitted
      ? ({ scheme }) => scheme !== undefined && readCredential(scheme, request).is === 'secret'
      : undefined,
    response:
      response.transferFault?.connection === undefined ? observeResponse(route, wireResponse, response) : undefined,
  };
}

/** Of a call the status is that of its reply: over the wire each has the same. */
function observeResponse(
  { codec, request }: Route,
  { status, headers }: WireResponse<WireBody>,
  response: HandlerResponse,
): ObservedResponse {
  const mediaType = headers['content-type'];
  if (codec.reads === 'message') return { status: response.status, mediaType, body: response.body };
  const isBodySent = request.method !== 'HEAD' && status !== 304 && !isStream(response.body);
  return { status, mediaType, body: isBodySent ? response.body : undefined };
}
