// Recognises that a server rejects all requests from some moment of a run.

import type { Operation } from '../openapi/document.ts';
import { SAFE_METHODS } from '../openapi/methods.ts';
import type { Call } from './requests/call.ts';
import type { Answer, Unanswered } from './target.ts';

/** A request that was sent. */
export interface Sent {
  readonly operation: Operation;
  readonly call: Call;
}

/** That a server rejects all requests, or all that change something. */
export interface Outage {
  /** The status of its responses; 0 where it accepts no connections. */
  readonly status: number;
  /** Which one, of two servers that are compared. */
  readonly server?: 'reference' | 'candidate';
  /** Whether it still accepts requests that only read. */
  readonly isOnlyWrites: boolean;
  /** The last request before it began. */
  readonly after: Sent;
}

/** Watches the responses of a server for an outage. */
export interface OutageWatch {
  /** Undefined as long as there is none. */
  readonly outage: Outage | undefined;
  /** Learns from a response. Where many requests in a row were rejected, and were not before, it sends one again that was accepted. */
  observe(sent: Sent, answer: Answer | Unanswered): Promise<void>;
}

/** Requests that were accepted before: sent again, they show whether there is an outage. */
interface Suspicion {
  /** Of the kind that is rejected. */
  readonly probe: Sent;
  /** One that reads, where `probe` changes something. Undefined where none was accepted, or `probe` reads itself. */
  readonly reading: Sent | undefined;
  /** The last request before the first rejected one. */
  readonly after: Sent;
}

/** No connection, credentials that are no longer valid, too many requests, maintenance, and a gateway whose server is gone. */
const STATUSES: ReadonlySet<number> = new Set([0, 401, 429, 502, 503, 504]);

/** After how many rejected requests in a row the server is suspected. */
const SUSPICIOUS = 5;

/** One kind of requests: those that read, or those that change something. */
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
  const suspect = createSuspicion();
  let outage: Outage | undefined;
  const isRejected = async (sent: Sent) => isRejecting(await send(sent));
  return {
    get outage() {
      return outage;
    },
    async observe(sent, answer) {
      const status = statusOf(answer);
      const suspicion = outage || status === undefined ? undefined : suspect(sent, status);
      if (!suspicion) return;
      const { probe, reading, after } = suspicion;
      const now = await send(probe);
      if (!isRejecting(now)) return;
      const isOnlyWrites = reading !== undefined && !(await isRejected(reading));
      if (outage) return;
      outage = { status: now.status, isOnlyWrites, after };
      onOutage();
    },
  };
}

/** @returns called with the status of each response; tells what to send again */
function createSuspicion(): (sent: Sent, status: number) => Suspicion | undefined {
  const kinds = { reads: new Kind(), writes: new Kind() };
  let last: Sent | undefined;
  return (sent, status) => {
    const kind = isReading(sent) ? kinds.reads : kinds.writes;
    if (!STATUSES.has(status)) {
      kind.rejected = 0;
      kind.before = sent;
      last = sent;
      if (status < 400) kind.accepted = sent;
      return undefined;
    }
    // Requests that change something can be rejected while others are accepted.
    if (kind.rejected === 0 && kind === kinds.reads) kind.before = last;
    kind.rejected += 1;
    const isUnreachable = status === 0;
    if (!kind.accepted || (kind.rejected < SUSPICIOUS && !isUnreachable)) return undefined;
    kind.rejected = 0;
    const reading = kind === kinds.writes ? kinds.reads.accepted : undefined;
    return { probe: kind.accepted, reading, after: (isUnreachable ? last : kind.before) ?? kind.accepted };
  };
}

/** Whether a server that rejects all requests for a while would respond so, or accepts no connection. */
export function isRejecting(answer: Answer | Unanswered): boolean {
  const status = statusOf(answer);
  return status !== undefined && STATUSES.has(status);
}

/** 0 where the server accepts no connection; undefined where there is no response for another reason. */
function statusOf(answer: Answer | Unanswered): number | undefined {
  return 'reason' in answer && !answer.isUnreachable ? undefined : answer.status;
}

function isReading({ call }: Sent): boolean {
  return SAFE_METHODS.has(call.method);
}
