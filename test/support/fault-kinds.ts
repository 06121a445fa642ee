// Every kind of fault for a search of projects; what clients see of each is in fault-outcomes.md.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FaultStep } from '../../src/server/pipeline/faults/fault-plan.ts';

/** A fault. */
export interface FaultKind {
  /** Its name in the guide. */
  readonly title: string;
  /** The steps: what happens to a request, or to several in sequence. */
  readonly steps: readonly FaultStep[];
  /** The same on one line. Default: not possible on one line. */
  readonly written?: string;
  /** Minimum duration in milliseconds. Default: none. */
  readonly takes?: number;
  /** The expected request log entry: the source of the response, and its code. */
  readonly requestLog: { readonly source: 'fault' | 'handler'; readonly code?: string };
}

const FAULT = { source: 'fault' } as const;
const ON_ITS_WAY = { source: 'handler' } as const;
const EMPTY = { details: { totalResult: '0', processedSequence: '1', viewTimestamp: '2026-11-21T09:00:00Z' } };
const DETAILS = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' }];

export const FAULT_KINDS: readonly FaultKind[] = [
  { title: '`status`', steps: [{ status: 403 }], written: 'status=403', requestLog: FAULT },
  { title: '`example`', steps: [{ example: 'byName' }], written: 'example=byName', requestLog: FAULT },
  { title: '`body`', steps: [{ body: EMPTY }], requestLog: FAULT },
  { title: '`patch`', steps: [{ patch: { result: [] } }], requestLog: FAULT },
  { title: '`undeclared`', steps: [{ status: 418, undeclared: true, body: { message: 'tea' } }], requestLog: FAULT },
  {
    title: 'several steps: 202, 202, 200',
    steps: [{ status: 202, undeclared: true }, { status: 202, undeclared: true }, { status: 200 }],
    requestLog: FAULT,
  },
  {
    title: '`code`, `message`',
    steps: [{ code: 'unavailable', message: 'later' }],
    written: 'code=unavailable, message=later',
    requestLog: { source: 'fault', code: 'unavailable' },
  },
  {
    title: '`code`, `message`, `details`',
    steps: [{ code: 'aborted', message: 'again', details: DETAILS }],
    requestLog: { source: 'fault', code: 'aborted' },
  },
  {
    title: '`expiredToken`',
    steps: [{ expiredToken: true }],
    written: 'expired-token',
    requestLog: { source: 'fault', code: 'unauthenticated' },
  },
  { title: '`broken`', steps: [{ broken: true }], written: 'broken', requestLog: FAULT },
  { title: '`delay`', steps: [{ delay: 20 }], written: 'delay=20', takes: 20, requestLog: ON_ITS_WAY },
  {
    title: '`delay`, evenly drawn',
    steps: [{ delay: { from: 20, to: 30 } }],
    written: 'delay=20-30',
    takes: 20,
    requestLog: ON_ITS_WAY,
  },
  {
    title: '`delay`, log-normal',
    steps: [{ delay: { median: 30, sigma: 0.05 } }],
    takes: 15,
    requestLog: ON_ITS_WAY,
  },
  {
    title: '`bytesPerSecond`',
    steps: [{ bytesPerSecond: 5000 }],
    written: 'slow=5000',
    takes: 50,
    requestLog: ON_ITS_WAY,
  },
  { title: '`cutAfter`', steps: [{ cutAfter: 10 }], written: 'cut=10', requestLog: ON_ITS_WAY },
  {
    title: '`cutAfter` of an error response',
    steps: [{ code: 'unavailable', message: 'later', cutAfter: 10 }],
    written: 'code=unavailable, message=later, cut=10',
    requestLog: { source: 'fault', code: 'unavailable' },
  },
  {
    title: '`connection: reset`',
    steps: [{ connection: 'reset' }],
    written: 'reset',
    requestLog: { source: 'fault', code: 'unavailable' },
  },
  {
    title: '`connection: hang`',
    steps: [{ connection: 'hang' }],
    written: 'hang',
    requestLog: { source: 'fault', code: 'unavailable' },
  },
];

/** The outcome of a kind for a client, with several steps in sequence. @throws Error where the table has none */
export async function reportedOf(kind: string, client: string): Promise<string> {
  const guide = await readFile(fileURLToPath(new URL('fault-outcomes.md', import.meta.url)), 'utf8');
  const rows = guide
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.slice(2, -2).split(' | '));
  const head = rows.findIndex((cells) => cells[0] === 'what a client sees of');
  const column = rows[head]?.indexOf(client) ?? -1;
  const row = rows.slice(head).find((cells) => cells[0] === kind);
  const cell = row?.[column];
  if (cell === undefined) throw new Error(`fault-outcomes.md does not say what ${client} sees of ${kind}`);
  return cell;
}
