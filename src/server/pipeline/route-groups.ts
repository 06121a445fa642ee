// Route groups: the parts of a server, searched in order for each request.

import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { NOSNIFF, withoutScript } from './browser-safety.ts';
import {
  addCorsHeaders,
  describePreflightRejection,
  isPreflight,
  permitPreflight,
  rejectPreflight,
} from './cors/cors.ts';
import { ApiError } from './errors/api-error.ts';
import { describeError } from './errors/describe-error.ts';
import { type CompletedRequest, Observers, type OnUnexpectedError } from './request-log/observers.ts';
import type { RecordExchange } from './request-log/outside-recorder.ts';
import { pathInSandbox, resolveSandboxPath } from './sandbox/sandbox-path.ts';
import { createRedactor } from './security/credential-forms.ts';
import { redactTarget } from './security/redact-text.ts';
import { traceOf } from './trace-context.ts';
import type { Tracing } from './tracing.ts';
import type { WireBody, WireRequest, WireResponse } from './wire.ts';

/** A request before its body is read. */
export type RequestHead = Omit<WireRequest, 'body' | 'stream' | 'exceededLimit'>;

/** A route group. */
export interface RouteGroup {
  /**
   * Whether a request belongs to it. Earlier groups have precedence.
   *
   * @param path - of its target, without that of the sandbox
   */
  matches(head: RequestHead, path: string): boolean;
  handle(request: WireRequest): WireResponse<WireBody> | Promise<WireResponse<WireBody>>;
  /** Maximum size of a body, in bytes. Default: that of the server. */
  readonly bodyLimit?: number;
  /**
   * Whether it reads bodies as streams (`WireRequest.stream`), limits them itself, and ends streaming responses when
   * it is closed. Default false.
   */
  readonly streams?: boolean;
  /** Whether it records the exchange itself. Default: no. */
  readonly recordsItself?: (request: WireRequest) => boolean;
  /**
   * Whether it checks consistency itself, because some of its responses do not need it. Default false: it is not
   * called while shared state is unavailable.
   */
  readonly checksConsistencyItself?: boolean;
  /** Whether its responses are independent of shared state, and skip the barrier. Default false. */
  readonly skipsConsistency?: boolean;
  /** Whether it notifies observers itself. Default false. */
  readonly notifiesObservers?: boolean;
  /** Whether its requests have spans. Default false: they are measured only. */
  readonly isTraced?: boolean;
  /**
   * Whether pages of an origin may send any request, and read responses; then preflight requests are answered or
   * rejected. Default: it handles preflight requests itself.
   */
  readonly cors?: (origin: string) => boolean;
  /**
   * Whether its pages are our own, so that their Content-Security-Policy is sufficient. Default false: scripts in its
   * responses are disabled.
   */
  readonly trustsPolicy?: boolean;
}

/** The handler of a request: never throws. */
export interface RequestHandler {
  readonly bodyLimit?: number | undefined;
  readonly streams?: boolean | undefined;
  handle(request: WireRequest): Promise<WireResponse<WireBody>>;
}

/** All route groups. */
export interface RouteGroups {
  /** The handler of a request. */
  find(head: RequestHead): RequestHandler;
}

/** The consistency barrier of several processes. */
export interface ConsistencyBarrier {
  /**
   * Waits until the state that a request needs is there. Returns a function to call after the request, before its
   * client gets the response.
   */
  enter(request: WireRequest): Promise<() => Promise<void>>;
  /** The error for a response that needs shared state while it is unavailable. Undefined if it is available. */
  findError(request: WireRequest): unknown;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The response if not even an error could be described. */
const UNEXPECTED_ERROR: WireResponse = {
  status: 500,
  headers: { 'content-type': 'application/json', ...NOSNIFF },
  body: stringifyJson(describeError(ApiError.from(undefined))),
};

/** Combines route groups. @param groups - the last one handles the rest @param onError - receives errors of groups */
export function createRouteGroups(
  groups: readonly [...RouteGroup[], RouteGroup],
  onError: OnUnexpectedError,
  { recording, observers = new Observers(), barrier, tracing, keyNames = NO_NAMES }: RouteGroupSettings = {},
): RouteGroups {
  const context = { onError, observers, recording, barrier, tracing, keyNames };
  const handlers = groups.map((group) => ({ mount: group, handler: createRequestHandler(group, context) }));
  const last = createRequestHandler(groups[groups.length - 1] as RouteGroup, context);
  return {
    find(head) {
      const path = pathInSandbox(head.target);
      return handlers.find(({ mount: group }) => group.matches(head, path))?.handler ?? last;
    },
  };
}

/** How exchanges are recorded. */
export interface ExchangeRecording {
  readonly record: RecordExchange;
  /** Whether all are recorded; else only rejected preflight requests, which browsers report as network errors. */
  readonly isComplete: boolean;
}

export interface RouteGroupSettings {
  /** Records requests that no group records itself. Default: none. */
  readonly recording?: ExchangeRecording;
  /** Default: none. */
  readonly observers?: Observers;
  /** The consistency barrier. Default: none. */
  readonly barrier?: ConsistencyBarrier | undefined;
  /** Default: none. */
  readonly tracing?: Tracing | undefined;
  /** The names of API keys, which are left out of texts about requests. Default: none. */
  readonly keyNames?: ReadonlySet<string>;
}

interface RouteGroupContext extends Required<Omit<RouteGroupSettings, 'recording' | 'barrier' | 'tracing'>> {
  readonly onError: OnUnexpectedError;
  readonly recording: ExchangeRecording | undefined;
  readonly barrier: ConsistencyBarrier | undefined;
  readonly tracing: Tracing | undefined;
}

function createRequestHandler(
  group: RouteGroup,
  { onError, observers, recording, barrier, tracing, keyNames }: RouteGroupContext,
): RequestHandler {
  const record = recording?.isComplete ? recording.record : undefined;
  return {
    bodyLimit: group.bodyLimit,
    streams: group.streams,
    async handle(received) {
      try {
        const request = resolveSandboxPath(received);
        const began = observers.hasAny ? performance.now() : 0;
        const { origin } = request.headers;
        const isAllowed = origin !== undefined && group.cors?.(origin);
        if (group.cors && isPreflight(request)) {
          const response = isAllowed ? permitPreflight(request) : rejectPreflight(request);
          if (!isAllowed) recording?.record(request, response);
          else if (!group.recordsItself?.(request)) record?.(request, response);
          const reason = isAllowed ? undefined : describePreflightRejection(request.headers);
          if (observers.hasAny) observers.notify(describeCompleted(request, response, { began, keyNames, reason }));
          return withoutScript(response);
        }
        const handle = async () =>
          barrier && !group.skipsConsistency ? withBarrier(request, group, barrier) : group.handle(request);
        const response = await (tracing && group.isTraced ? tracing.handle(request, handle) : handle());
        if (record && !group.recordsItself?.(request)) record(request, response);
        if (!group.notifiesObservers && observers.hasAny)
          observers.notify(describeCompleted(request, response, { began, keyNames, reason: response.reason }));
        const safeResponse = withoutScript(response, group.trustsPolicy);
        return group.cors ? addCorsHeaders(safeResponse, isAllowed ? origin : undefined) : safeResponse;
      } catch (thrown) {
        // Pages show texts of APIs, which may throw. The listener would reveal how.
        onError(thrown, createRedactor(received));
        return UNEXPECTED_ERROR;
      }
    },
  };
}

/** Handles a request behind the barrier: errors of shared state become error responses. */
async function withBarrier(
  request: WireRequest,
  group: RouteGroup,
  barrier: ConsistencyBarrier,
): Promise<WireResponse<WireBody>> {
  try {
    const leave = await barrier.enter(request);
    const error = group.checksConsistencyItself ? undefined : barrier.findError(request);
    if (error !== undefined) throw error;
    const response = await group.handle(request);
    await leave();
    return response;
  } catch (thrown) {
    const apiError = ApiError.from(thrown);
    if (apiError.isBug) throw thrown;
    const headers = { 'content-type': 'application/json', ...apiError.headers };
    return { status: apiError.status, headers, body: stringifyJson(describeError(apiError)) };
  }
}

interface CompletionDetails {
  /** By `performance.now()`. */
  readonly began: number;
  readonly keyNames: ReadonlySet<string>;
  /** Why it was rejected. */
  readonly reason?: string | undefined;
}

function describeCompleted(
  request: WireRequest,
  { status, warnings = [] }: WireResponse<WireBody>,
  { began, keyNames, reason }: CompletionDetails,
): CompletedRequest {
  const { headers, target } = request;
  const redact = createRedactor({ headers, target }, keyNames);
  const duration = performance.now() - began;
  return {
    request,
    target: () => redact(redactTarget(target, keyNames)),
    status,
    duration,
    trace: traceOf(request),
    redact,
    ...(reason !== undefined && { reason: () => redact(reason) }),
    ...(warnings.length > 0 && { warnings: () => redact(warnings.join('; ')) }),
  };
}
