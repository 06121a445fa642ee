// Route groups: the parts of a server, searched in order for each request.

import { NOSNIFF, withoutScript } from './browser-safety.ts';
import { answerPreflight, isPreflight, rejectionOf, rejectPreflight, withCors } from './cors/cors.ts';
import { ApiError } from './errors/failure.ts';
import { describeError } from './errors/refusal.ts';
import { type Answered, Observers, type OnMistake } from './request-log/observers.ts';
import type { RecordExchange } from './request-log/record-outside-apis.ts';
import { pathBelow, withinSandbox } from './sandbox/sandbox-path.ts';
import { createPlain } from './security/credential-forms.ts';
import { redactTarget } from './security/redact-text.ts';
import type { WireBody, WireRequest, WireResponse } from './wire.ts';

/** A request before its body is read. */
export type RequestHead = Omit<WireRequest, 'body' | 'stream' | 'exceeds'>;

/** A route group. */
export interface Mount {
  /**
   * Whether a request belongs to it. Earlier groups have precedence.
   *
   * @param path - of its target, without that of the sandbox
   */
  owns(head: RequestHead, path: string): boolean;
  answer(request: WireRequest): WireResponse<WireBody> | Promise<WireResponse<WireBody>>;
  /** Maximum size of a body, in bytes. Default: that of the server. */
  readonly bodyLimit?: number;
  /**
   * Whether it reads bodies as streams (`WireRequest.stream`), limits them itself, and ends streaming responses when
   * it is closed. Default false.
   */
  readonly streams?: boolean;
  /** Whether it records the exchange itself. Default: no. */
  readonly records?: (request: WireRequest) => boolean;
  /**
   * Whether it checks consistency itself, because some of its responses do not need it. Default false: it is not
   * called while shared state is unavailable.
   */
  readonly asksGate?: boolean;
  /** Whether its responses are independent of shared state, and skip the barrier. Default false. */
  readonly skipsGate?: boolean;
  /** Whether it notifies observers itself. Default false. */
  readonly tells?: boolean;
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
export interface Answering {
  readonly bodyLimit?: number | undefined;
  readonly streams?: boolean | undefined;
  answer(request: WireRequest): Promise<WireResponse<WireBody>>;
}

/** All route groups. */
export interface Mounts {
  /** The handler of a request. */
  of(head: RequestHead): Answering;
}

/** The consistency barrier of several processes. */
export interface Gate {
  /**
   * Waits until the state that a request needs is there. Returns a function to call after the request, before its
   * client gets the response.
   */
  enter(request: WireRequest): Promise<() => Promise<void>>;
  /** The error for a response that needs shared state while it is unavailable. Undefined if it is available. */
  refusal(request: WireRequest): unknown;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The response if not even an error could be described. */
const UNEXPECTED_ERROR: WireResponse = {
  status: 500,
  headers: { 'content-type': 'application/json', ...NOSNIFF },
  body: JSON.stringify(describeError(ApiError.from(undefined))),
};

/** Combines route groups. @param groups - the last one handles the rest @param onError - receives errors of groups */
export function createMounts(
  groups: readonly [...Mount[], Mount],
  onError: OnMistake,
  { recording, observers = new Observers(), gate: barrier, keyNames = NO_NAMES }: MountSettings = {},
): Mounts {
  const context = { onError, observers, recording, gate: barrier, keyNames };
  const handlers = groups.map((group) => ({ mount: group, answering: createRequestHandler(group, context) }));
  const last = createRequestHandler(groups[groups.length - 1] as Mount, context);
  return {
    of(head) {
      const path = pathBelow(head.target);
      return handlers.find(({ mount: group }) => group.owns(head, path))?.answering ?? last;
    },
  };
}

/** How exchanges are recorded. */
export interface Recording {
  readonly record: RecordExchange;
  /** Whether all are recorded; else only rejected preflight requests, which browsers report as network errors. */
  readonly isWhole: boolean;
}

export interface MountSettings {
  /** Records requests that no group records itself. Default: none. */
  readonly recording?: Recording;
  /** Default: none. */
  readonly observers?: Observers;
  /** The consistency barrier. Default: none. */
  readonly gate?: Gate | undefined;
  /** The names of API keys, which are left out of texts about requests. Default: none. */
  readonly keyNames?: ReadonlySet<string>;
}

interface RouteGroupContext extends Required<Omit<MountSettings, 'recording' | 'gate'>> {
  readonly onError: OnMistake;
  readonly recording: Recording | undefined;
  readonly gate: Gate | undefined;
}

function createRequestHandler(
  group: Mount,
  { onError, observers, recording, gate: barrier, keyNames }: RouteGroupContext,
): Answering {
  const record = recording?.isWhole ? recording.record : undefined;
  return {
    bodyLimit: group.bodyLimit,
    streams: group.streams,
    async answer(received) {
      try {
        const request = withinSandbox(received);
        const began = observers.areThere ? performance.now() : 0;
        const { origin } = request.headers;
        const isAllowed = origin !== undefined && group.cors?.(origin);
        if (group.cors && isPreflight(request)) {
          const response = isAllowed ? answerPreflight(request) : rejectPreflight(request);
          if (!isAllowed) recording?.record(request, response);
          else if (!group.records?.(request)) record?.(request, response);
          const reason = isAllowed ? undefined : rejectionOf(request.headers);
          if (observers.areThere) observers.tell(describeCompleted(request, response, { began, keyNames, reason }));
          return withoutScript(response);
        }
        const response = await (barrier && !group.skipsGate
          ? withBarrier(request, group, barrier)
          : group.answer(request));
        if (record && !group.records?.(request)) record(request, response);
        if (!group.tells && observers.areThere)
          observers.tell(describeCompleted(request, response, { began, keyNames }));
        const safeResponse = withoutScript(response, group.trustsPolicy);
        return group.cors ? withCors(safeResponse, isAllowed ? origin : undefined) : safeResponse;
      } catch (thrown) {
        // Pages show texts of APIs, which may throw. The listener would reveal how.
        onError(thrown, createPlain(received));
        return UNEXPECTED_ERROR;
      }
    },
  };
}

/** Handles a request behind the barrier: errors of shared state become error responses. */
async function withBarrier(request: WireRequest, group: Mount, barrier: Gate): Promise<WireResponse<WireBody>> {
  try {
    const leave = await barrier.enter(request);
    const error = group.asksGate ? undefined : barrier.refusal(request);
    if (error !== undefined) throw error;
    const response = await group.answer(request);
    await leave();
    return response;
  } catch (thrown) {
    const apiError = ApiError.from(thrown);
    if (apiError.isMistake) throw thrown;
    const headers = { 'content-type': 'application/json', ...apiError.headers };
    return { status: apiError.status, headers, body: JSON.stringify(describeError(apiError)) };
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
  { status }: WireResponse<WireBody>,
  { began, keyNames, reason }: CompletionDetails,
): Answered {
  const { headers, target } = request;
  const redact = createPlain({ headers, target }, keyNames);
  const duration = performance.now() - began;
  return {
    request,
    target: () => redact(redactTarget(target, keyNames)),
    status,
    duration,
    plain: redact,
    ...(reason !== undefined && { reason: () => redact(reason) }),
  };
}
