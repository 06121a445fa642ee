// Detects outages: a server starts to reject all requests.

import type { Operation } from '../openapi/document.ts';
import { SAFE_METHODS } from '../openapi/methods.ts';
import type { SerializedRequest } from './requests/serialize-request.ts';
import type { NoResponse, ReceivedResponse } from './target.ts';

/** A request that was sent. */
export interface SentRequest {
  readonly operation: Operation;
  readonly request: SerializedRequest;
}

/** A server that rejects all requests, or all mutating ones. */
export interface Outage {
  /** The status of its responses; 0 if it accepts no connections. */
  readonly status: number;
  /** The affected server, if two are compared. */
  readonly server?: 'reference' | 'candidate';
  /** Whether it still accepts read requests. */
  readonly onlyWrites: boolean;
  /** The last request before it began, also one without a response. */
  readonly after: SentRequest;
}

/** Watches the responses of a server for an outage. */
export interface OutageWatch {
  /** Undefined while there is none. */
  readonly outage: Outage | undefined;
  /** Registers a response. After several rejections in a row, repeats a request that was accepted before. */
  observe(sent: SentRequest, response: ReceivedResponse | NoResponse): Promise<void>;
  /** Whether the server responds to a request that it accepted before; true if it accepted none. */
  responds(): Promise<boolean>;
}

/** Requests that are repeated to confirm a suspected outage. */
interface Suspicion {
  /** A previously accepted request of the rejected kind. */
  readonly probe: SentRequest;
  /** A previously accepted read request, if `probe` is mutating. */
  readonly reading: SentRequest | undefined;
  /** The last request before the first rejected one. */
  readonly after: SentRequest;
}

/** Statuses of an outage: no connection (0), invalid credentials, rate limit, maintenance, gateway errors. */
const OUTAGE_STATUSES: ReadonlySet<number> = new Set([0, 401, 429, 502, 503, 504]);

/** Number of rejected requests in a row that are a suspicion. */
const MAX_REJECTIONS = 5;

/** The responses to one kind of requests: read or mutating. */
class RequestKind {
  /** The last accepted request. */
  accepted: SentRequest | undefined;
  /** Number of rejections in a row. */
  rejected = 0;
  /** The last request before these rejections. */
  before: SentRequest | undefined;
}

/**
 * @param send - sends a request again
 * @param onOutage - called once
 */
export function createOutageWatch(
  send: (sent: SentRequest) => Promise<ReceivedResponse | NoResponse>,
  onOutage: () => void,
): OutageWatch {
  const { suspect, probe: lastAccepted } = createSuspicion();
  let outage: Outage | undefined;
  const isRejected = async (sent: SentRequest) => isRejecting(await send(sent));
  return {
    get outage() {
      return outage;
    },
    async observe(sent, response) {
      const suspicion = outage ? undefined : suspect(sent, statusOf(response));
      if (!suspicion) return;
      const { probe, reading: readProbe, after } = suspicion;
      const now = await send(probe);
      if (!isRejecting(now)) return;
      const isOnlyWrites = readProbe !== undefined && !(await isRejected(readProbe));
      if (outage) return;
      outage = { status: now.status, onlyWrites: isOnlyWrites, after };
      onOutage();
    },
    async responds() {
      const probe = lastAccepted();
      return probe === undefined || !('reason' in (await send(probe)));
    },
  };
}

interface SuspicionTracker {
  /** Called with the status of each response; returns the requests to repeat. */
  suspect(sent: SentRequest, status: number | undefined): Suspicion | undefined;
  /** A request that was accepted, if possible one that only reads. */
  probe(): SentRequest | undefined;
}

function createSuspicion(): SuspicionTracker {
  const kinds = { reads: new RequestKind(), writes: new RequestKind() };
  let last: SentRequest | undefined;
  const suspect: SuspicionTracker['suspect'] = (sent, status) => {
    const kind = isReadRequest(sent) ? kinds.reads : kinds.writes;
    // A request without a complete response can have ended the server.
    if (status === undefined) {
      last = sent;
      return undefined;
    }
    if (!OUTAGE_STATUSES.has(status)) {
      kind.rejected = 0;
      kind.before = sent;
      last = sent;
      if (status < 400) kind.accepted = sent;
      return undefined;
    }
    // A server may reject mutating requests only.
    if (kind.rejected === 0 && kind === kinds.reads) kind.before = last;
    kind.rejected += 1;
    const isUnreachable = status === 0;
    const probe = kind.accepted ?? (isUnreachable ? kinds.reads.accepted : undefined);
    if (!probe || (kind.rejected < MAX_REJECTIONS && !isUnreachable)) return undefined;
    kind.rejected = 0;
    const readProbe = kind === kinds.writes ? kinds.reads.accepted : undefined;
    return { probe, reading: readProbe, after: (isUnreachable ? last : kind.before) ?? probe };
  };
  return { suspect, probe: () => kinds.reads.accepted ?? kinds.writes.accepted };
}

/** Whether a response is typical of an outage, or the connection was refused. */
export function isRejecting(response: ReceivedResponse | NoResponse): boolean {
  const status = statusOf(response);
  return status !== undefined && OUTAGE_STATUSES.has(status);
}

/** 0 if the connection is refused; undefined without a response for another reason. */
function statusOf(response: ReceivedResponse | NoResponse): number | undefined {
  return 'reason' in response && !response.isUnreachable ? undefined : response.status;
}

function isReadRequest({ request }: SentRequest): boolean {
  return SAFE_METHODS.has(request.method);
}
