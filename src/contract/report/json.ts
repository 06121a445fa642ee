// What came of it, for programs.

import type { Credentials } from '../credentials.ts';
import type { Found, Verdict } from '../verdict.ts';
import { curlOf, redacted } from './curl.ts';

/** Of one operation. */
interface OperationReport {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly outcome: 'kept' | 'broken' | 'not reached';
  readonly reason?: string;
  readonly requests: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly findings: readonly FoundReport[];
  readonly remarks: readonly FoundReport[];
}

interface FoundReport {
  readonly check: string;
  readonly message: string;
  readonly pointer: string;
  readonly count: number;
  readonly request: { readonly what: string; readonly phase: string; readonly curl: string };
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

/** A report as `--json` writes it. */
export interface JsonReport {
  readonly title: string;
  readonly document: string;
  readonly url: string;
  readonly seed: string;
  readonly requests: number;
  /** In milliseconds. */
  readonly duration: number;
  /** Whether it was ended before all was tried. */
  readonly cut: boolean;
  readonly operations: readonly OperationReport[];
}

/** How much of an answer is kept, in characters. */
const MOST_KEPT = 4096;

export function jsonReport(
  { title, url, seed, requests, duration, isCut, operations }: Verdict,
  {
    document,
    credentials,
    base,
  }: { readonly document: string; readonly credentials: Credentials; readonly base: string },
): JsonReport {
  const plain = (text: string) => redacted(text, credentials);
  const told = ({ check, message, pointer, count, exchange }: Found): FoundReport => ({
    check,
    message: plain(message),
    pointer,
    count,
    request: {
      what: plain(exchange.what),
      phase: exchange.phase,
      curl: curlOf(exchange.call, url + base, credentials),
    },
    answer: {
      status: exchange.answer.status,
      headers: Object.fromEntries(Object.entries(exchange.answer.headers).map(([name, text]) => [name, plain(text)])),
      body: plain(Buffer.from(exchange.answer.body).toString()).slice(0, MOST_KEPT),
    },
  });
  return {
    title,
    document,
    url,
    seed,
    requests,
    duration: Math.round(duration),
    cut: isCut,
    operations: operations.map(({ operation: { id, method, path }, outcome, reason, found, statuses, ...own }) => ({
      operation: id,
      method,
      path,
      outcome,
      ...(reason !== undefined && { reason: plain(reason) }),
      requests: own.requests,
      statuses: Object.fromEntries(statuses),
      findings: found.filter(({ severity }) => severity === 'finding').map(told),
      remarks: found.filter(({ severity }) => severity === 'remark').map(told),
    })),
  };
}
