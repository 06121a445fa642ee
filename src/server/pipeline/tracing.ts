// Records requests in a tracing system, if one is registered.

import type { CompletedRequest } from './request-log/observers.ts';
import type { TraceContext } from './trace-context.ts';
import type { WireBody, WireRequest, WireResponse } from './wire.ts';

/** Creates spans, and measures requests. */
export interface Tracing {
  /** Handles a request in a span of its own, which becomes the `trace` of the request. */
  handle(request: WireRequest, handle: () => Promise<WireResponse<WireBody>>): Promise<WireResponse<WireBody>>;
  /** Sends a request in a span of its own. @param send - receives the headers that pass the span on */
  send<Sent extends { readonly status?: number | undefined }>(
    request: OutgoingRequest,
    send: (headers: Readonly<Record<string, string>> | undefined) => Promise<Sent>,
  ): Promise<Sent>;
  /** Completes the span of a request, and measures it. */
  observe(completed: CompletedRequest): void;
}

/** A request that this server sends. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  /** The trace that it belongs to. Default: none. */
  readonly trace?: TraceContext | undefined;
}
