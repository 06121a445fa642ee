// Detects that a server rejects all requests from some moment on.

import type { Operation } from '../openapi/document.ts';
import { SAFE_METHODS } from '../openapi/methods.ts';
import type { Call } from './requests/call.ts';
import type { Answer, Unanswered } from './target.ts';

/** A request that was sent. */
export interface Sent {
  readonly operation: Operation;
  readonly call: Call;
}

/** A server that rejects all requests, or all mutating ones. */
export interface Outage {
  /** The status of its responses; 0 where it accepts no connections. */
  readonly status: number;
  /** Which one, of two servers that are compared. */
  readonly server?: 'reference' | 'candidate';
  /** Whether it still accepts read requests. */
  readonly isOnlyWrites: boolean;
  /** The last request before it began, also one without a response. */
  readonly after: Sent;
}

/** Watches the responses of a server for an outage. */
export interface OutageWatch {
  /** Undefined while there is none. */
  readonly outage: Outage | undefined;
  /** Learns from a response. Where many requests in a row were rejected, and were not before, it sends one again that was accepted. */
  observe(sent: Sent, answer: Answer | Unanswered): Promise<void>;
  /** Whether the server responds to a request that it accepted before; true if it accepted none. */
  responds(): Promise<boolean>;
}

/** Previously accepted requests, which are repeated to detect an outage. */
interface Suspicion {
  /** Of the kind that is rejected. */
  readonly probe: Sent;
  /** A read request, if `probe` is mutating. Undefined if none was accepted, or `probe` is a read request. */
  readonly reading: Sent | undefined;
  /** The last request before the first rejected one. */
  readonly after: Sent;
}

/** No connection, invalid credentials, too many requests, maintenance, and a gateway without its server. */
const STATUSES: ReadonlySet<number> = new Set([0, 401, 429, 502, 503, 504]);

/** After how many rejected requests in a row the server is suspected. */
const SUSPICIOUS = 5;

/** One kind of requests: reading or mutating. */
class Kind {
  /** The last one that was accepted. */
  accepted: Sent | undefined;
  /** How many were rejected in a row. */
  rejected = 0;
  /** The last request before these. */
  before: Sent | undefined;
}

/**
 * @param send - sends a request again
 * @param onOutage - called once
 */
export function createOutageWatch(
  send: (sent: Sent) => Promise<Answer | Unanswered>,
  onOutage: () => void,
): OutageWatch {
  const { suspect, probe: lastAccepted } = createSuspicion();
  let outage: Outage | undefined;
  const isRejected = async (sent: Sent) => isRejecting(await send(sent));
  return {
    get outage() {
      return outage;
    },
    async observe(sent, answer) {
      const suspicion = outage ? undefined : suspect(sent, statusOf(answer));
      if (!suspicion) return;
      const { probe, reading, after } = suspicion;
      const now = await send(probe);
      if (!isRejecting(now)) return;
      const isOnlyWrites = reading !== undefined && !(await isRejected(reading));
      if (outage) return;
      outage = { status: now.status, isOnlyWrites, after };
      onOutage();
    },
    async responds() {
      const probe = lastAccepted();
      return probe === undefined || !('reason' in (await send(probe)));
    },
  };
}

interface Suspecting {
  /** Called with the status of each response; returns the requests to repeat. */
  suspect(sent: Sent, status: number | undefined): Suspicion | undefined;
  /** A request that was accepted, if possible one that only reads. */
  probe(): Sent | undefined;
}

function createSuspicion(): Suspecting {
  const kinds = { reads: new Kind(), writes: new Kind() };
  let last: Sent | undefined;
  const suspect: Suspecting['suspect'] = (sent, status) => {
    const kind = isReading(sent) ? kinds.reads : kinds.writes;
    // A request without a complete response can have ended the server.
    if (status === undefined) {
      last = sent;
      return undefined;
    }
    if (!STATUSES.has(status)) {
      kind.rejected = 0;
      kind.before = sent;
      last = sent;
      if (status < 400) kind.accepted = sent;
      return undefined;
    }
    // Mutating requests may be rejected while others are accepted.
    if (kind.rejected === 0 && kind === kinds.reads) kind.before = last;
    kind.rejected += 1;
    const isUnreachable = status === 0;
    const probe = kind.accepted ?? (isUnreachable ? kinds.reads.accepted : undefined);
    if (!probe || (kind.rejected < SUSPICIOUS && !isUnreachable)) return undefined;
    kind.rejected = 0;
    const reading = kind === kinds.writes ? kinds.reads.accepted : undefined;
    return { probe, reading, after: (isUnreachable ? last : kind.before) ?? probe };
  };
  return { suspect, probe: () => kinds.reads.accepted ?? kinds.writes.accepted };
}

/** Whether a server that rejects all requests for a while would respond so, or accepts no connection. */
export function isRejecting(answer: Answer | Unanswered): boolean {
  const status = statusOf(answer);
  return status !== undefined && STATUSES.has(status);
}

/** 0 if the connection is refused; undefined without a response for another reason. */
function statusOf(answer: Answer | Unanswered): number | undefined {
  return 'reason' in answer && !answer.isUnreachable ? undefined : answer.status;
}

function isReading({ call }: Sent): boolean {
  return SAFE_METHODS.has(call.method);
}
