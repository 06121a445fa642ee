// Recognises that a server rejects all requests from some moment of a run.

import type { Operation } from '../openapi/document.ts';
import { READING } from '../openapi/methods.ts';
import type { Call } from './request/call.ts';

/** A request that was sent. */
export interface Sent {
  readonly operation: Operation;
  readonly call: Call;
}

/** That a server rejects all requests, or all that change something. */
export interface Outage {
  readonly status: number;
  /** Whether it still accepts requests that only read. */
  readonly isOnlyWrites: boolean;
  /** The last request before it began. */
  readonly after: Sent;
}

/** Requests that were accepted before: sent again, they show whether there is an outage. */
export interface Suspicion {
  /** Of the kind that is rejected. */
  readonly probe: Sent;
  /** One that reads, where `probe` changes something. Undefined where none was accepted, or `probe` reads itself. */
  readonly reading: Sent | undefined;
  /** The last request before the first rejected one. */
  readonly after: Sent;
}

/** Too many requests, maintenance, and credentials that are no longer valid. */
const STATUSES: ReadonlySet<number> = new Set([401, 429, 503]);

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

/** @returns called with each response; tells what to send again as soon as many requests in a row were rejected, and were not before */
export function createOutageWatch(): (sent: Sent, status: number) => Suspicion | undefined {
  const kinds = { reads: new Kind(), writes: new Kind() };
  let last: Sent | undefined;
  return (sent, status) => {
    const kind = isReading(sent) ? kinds.reads : kinds.writes;
    if (!isRejecting(status)) {
      kind.rejected = 0;
      kind.before = sent;
      last = sent;
      if (status < 400) kind.accepted = sent;
      return undefined;
    }
    // Requests that change something can be rejected while others are accepted.
    if (kind.rejected === 0 && kind === kinds.reads) kind.before = last;
    kind.rejected += 1;
    if (kind.rejected < SUSPICIOUS || !kind.accepted) return undefined;
    kind.rejected = 0;
    const reading = kind === kinds.writes ? kinds.reads.accepted : undefined;
    return { probe: kind.accepted, reading, after: kind.before ?? kind.accepted };
  };
}

/** Whether a status is one with which a server rejects all requests for a while. */
export function isRejecting(status: number): boolean {
  return STATUSES.has(status);
}

function isReading({ call }: Sent): boolean {
  return READING.has(call.method);
}
