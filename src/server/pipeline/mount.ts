// The parts of a stand-in that answer requests, in one list: each says which requests are its own.

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

/** A part of a stand-in with requests of its own. */
export interface Mount {
  /**
   * Whether a request is its own. Those before it in the list were asked first.
   *
   * @param path - of its target, below that of the sandbox if it names one
   */
  owns(head: RequestHead, path: string): boolean;
  answer(request: WireRequest): WireResponse<WireBody> | Promise<WireResponse<WireBody>>;
  /** Longest body that is read for it, in bytes. Default: as long as the stand-in reads any. */
  readonly bodyLimit?: number;
  /**
   * Whether it takes bodies as they come (`WireRequest.stream`), and so bounds them itself, and ends the answers that it gives bit by bit when it is
   * closed. Default false.
   */
  readonly streams?: boolean;
  /** Whether it records the exchange itself. Default: it does not. */
  readonly records?: (request: WireRequest) => boolean;
  /** Whether it asks the gate itself what it can know, because some of its answers need not. Default false: it is not asked where that cannot be told. */
  readonly asksGate?: boolean;
  /** Whether its responses depend on nothing that others did: they do not wait for that. Default false. */
  readonly skipsGate?: boolean;
  /** Whether it tells observers itself what it has answered. Default false. */
  readonly tells?: boolean;
  /**
   * Whether browser pages of an origin may send it any request, and read the responses; their preflight requests are answered then, or rejected. Default: it
   * answers preflight requests itself.
   */
  readonly cors?: (origin: string) => boolean;
  /** Whether its pages are written here, so that a Content-Security-Policy that they have is enough. Default false: no response of it runs script in a browser. */
  readonly trustsPolicy?: boolean;
}

/** Who answers a request: never throws. */
export interface Answering {
  readonly bodyLimit?: number | undefined;
  readonly streams?: boolean | undefined;
  answer(request: WireRequest): Promise<WireResponse<WireBody>>;
}

/** All parts of a stand-in. */
export interface Mounts {
  /** Who answers a request. */
  of(head: RequestHead): Answering;
}

/** What every request goes through where several processes share what it sees. */
export interface Gate {
  /** Lets a request in when what it is about to see is there. Gives what tells that it is answered, before its client learns of it. */
  enter(request: WireRequest): Promise<() => Promise<void>>;
  /** What is thrown instead of an answer that needs to know what others did: it could not be told. Undefined when it is known. */
  refusal(request: WireRequest): unknown;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** What is answered when not even a failure could be described. */
const unexpected: WireResponse = {
  status: 500,
  headers: { 'content-type': 'application/json', ...NOSNIFF },
  body: JSON.stringify(describeError(ApiError.from(undefined))),
};

/**
 * Asks each mount in turn.
 *
 * @param mounts - the last one takes what nobody else owns
 * @param onError - told of what a mount throws
 */
export function createMounts(
  mounts: readonly [...Mount[], Mount],
  onError: OnMistake,
  { recording, observers = new Observers(), gate, keyNames = NO_NAMES }: MountSettings = {},
): Mounts {
  const told = { onError, observers, recording, gate, keyNames };
  const parts = mounts.map((mount) => ({ mount, answering: answeringOf(mount, told) }));
  const last = answeringOf(mounts[mounts.length - 1] as Mount, told);
  return {
    of(head) {
      const path = pathBelow(head.target);
      return parts.find(({ mount }) => mount.owns(head, path))?.answering ?? last;
    },
  };
}

/** How exchanges are recorded. */
export interface Recording {
  readonly record: RecordExchange;
  /** Whether all are; else only rejected preflight requests, of which a browser shows no more than an error of the network. */
  readonly isWhole: boolean;
}

export interface MountSettings {
  /** Records what no mount records itself. Default: nothing is recorded. */
  readonly recording?: Recording;
  /** Default: there are none. */
  readonly observers?: Observers;
  /** What every request goes through. Default: none. */
  readonly gate?: Gate | undefined;
  /** The names of API keys, which are left out of texts about requests. Default: none. */
  readonly keyNames?: ReadonlySet<string>;
}

interface MountContext extends Required<Omit<MountSettings, 'recording' | 'gate'>> {
  readonly onError: OnMistake;
  readonly recording: Recording | undefined;
  readonly gate: Gate | undefined;
}

function answeringOf(mount: Mount, { onError, observers, recording, gate, keyNames }: MountContext): Answering {
  const record = recording?.isWhole ? recording.record : undefined;
  return {
    bodyLimit: mount.bodyLimit,
    streams: mount.streams,
    async answer(came) {
      try {
        const request = withinSandbox(came);
        const began = observers.areThere ? performance.now() : 0;
        const { origin } = request.headers;
        const isAllowed = origin !== undefined && mount.cors?.(origin);
        if (mount.cors && isPreflight(request)) {
          const response = isAllowed ? answerPreflight(request) : rejectPreflight(request);
          if (!isAllowed) recording?.record(request, response);
          else if (!mount.records?.(request)) record?.(request, response);
          const reason = isAllowed ? undefined : rejectionOf(request.headers);
          if (observers.areThere) observers.tell(answered(request, response, { began, keyNames, reason }));
          return withoutScript(response);
        }
        const response = await (gate && !mount.skipsGate ? throughGate(request, mount, gate) : mount.answer(request));
        if (record && !mount.records?.(request)) record(request, response);
        if (!mount.tells && observers.areThere) observers.tell(answered(request, response, { began, keyNames }));
        const safe = withoutScript(response, mount.trustsPolicy);
        return mount.cors ? withCors(safe, isAllowed ? origin : undefined) : safe;
      } catch (thrown) {
        // Pages show what apis say of themselves, and an api may throw. A listener would tell the client how.
        onError(thrown, createPlain(came));
        return unexpected;
      }
    },
  };
}

/** Answers a request as one of several processes: what cannot be kept or told is refused. */
async function throughGate(request: WireRequest, mount: Mount, gate: Gate): Promise<WireResponse<WireBody>> {
  try {
    const leave = await gate.enter(request);
    const refusal = mount.asksGate ? undefined : gate.refusal(request);
    if (refusal !== undefined) throw refusal;
    const response = await mount.answer(request);
    await leave();
    return response;
  } catch (thrown) {
    const failure = ApiError.from(thrown);
    if (failure.isMistake) throw thrown;
    const headers = { 'content-type': 'application/json', ...failure.headers };
    return { status: failure.status, headers, body: JSON.stringify(describeError(failure)) };
  }
}

interface Circumstances {
  /** By `performance.now()`. */
  readonly began: number;
  readonly keyNames: ReadonlySet<string>;
  /** Why it was rejected. */
  readonly reason?: string | undefined;
}

function answered(
  request: WireRequest,
  { status }: WireResponse<WireBody>,
  { began, keyNames, reason }: Circumstances,
): Answered {
  const { headers, target } = request;
  const plain = createPlain({ headers, target }, keyNames);
  const duration = performance.now() - began;
  return {
    request,
    target: () => plain(redactTarget(target, keyNames)),
    status,
    duration,
    plain,
    ...(reason !== undefined && { reason: () => plain(reason) }),
  };
}
