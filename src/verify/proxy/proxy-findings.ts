// The findings of all proxied exchanges: by operation as in `verify`, and others.

import type { Document, Operation } from '../../openapi/document.ts';
import type { Exchange } from '../cases/test-case.ts';
import {
  countRequests,
  createOperationVerdict,
  type GroupedFinding,
  OperationResults,
  type Verdict,
} from '../verdict.ts';
import type { CapturedExchange } from './captured-exchange.ts';
import type { ExchangeResult } from './exchange-checker.ts';
import type { ExchangeRedaction } from './exchange-redaction.ts';

/** Maximum number of different causes, and of requests outside the document: clients can invent any number. */
const [MOST_CAUSES, MOST_UNKNOWN] = [500, 100];
/** Maximum number of body bytes in a report. */
const MOST_TOLD = 8 * 1024;

/** Report data that belong to no operation. */
export interface ReportExtras {
  /** Requests outside the document, such as `GET /favicon.ico`, with their number. */
  readonly unknown: ReadonlyMap<string, number>;
  /** Reasons why exchanges or connections were not inspected completely, with their number. */
  readonly unseen: ReadonlyMap<string, number>;
  /** The number of requests that the mock answered, by operation id, and the reason for the first. */
  readonly filled: ReadonlyMap<string, { readonly count: number; readonly why: string }>;
  /** The ids of operations without requests. */
  notAsked(): readonly string[];
}

export interface ProxyFindings extends ReportExtras {
  /** @returns the new findings */
  add(passed: CapturedExchange, judgement: ExchangeResult): readonly GroupedFinding[];
  /** Counts something that was not inspected. */
  pass(why: string): void;
  verdict(about: Pick<Verdict, 'url' | 'checks' | 'duration'>): Verdict;
}

export function createProxyFindings(document: Document, redaction: ExchangeRedaction): ProxyFindings {
  const gatherings = new Map<Operation, OperationResults>();
  const causes = new Set<string>();
  const unknown = new Map<string, number>();
  const unseen = new Map<string, number>();
  const filled = new Map<string, { readonly count: number; readonly why: string }>();
  const count = (counts: Map<string, number>, what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const gathered = (operation: Operation): OperationResults => {
    const known = gatherings.get(operation) ?? new OperationResults();
    gatherings.set(operation, known);
    return known;
  };
  const noteUnknown = ({ method, target }: CapturedExchange) => {
    const what = `${method} ${redaction.target(target, undefined).replace(/\?.*$/s, '').slice(0, 200)}`;
    count(unknown, unknown.has(what) || unknown.size < MOST_UNKNOWN ? what : 'others');
  };
  return {
    unknown,
    unseen,
    filled,
    notAsked: () => [...document.operations.values()].filter((one) => !gatherings.has(one)).map(({ id }) => id),
    pass: (why) => count(unseen, why),
    add(passed, { operation, told, exchange, unseen: why }) {
      if (why !== undefined) count(unseen, why);
      if (!operation || !exchange) {
        if (why === undefined) noteUnknown(passed);
        return [];
      }
      const gathering = gathered(operation);
      if (passed.filled !== undefined && passed.from === 'mock') {
        const before = filled.get(operation.id);
        filled.set(operation.id, { count: (before?.count ?? 0) + 1, why: before?.why ?? passed.filled });
      } else if (passed.answer && passed.from === 'upstream')
        gathering.countResponse(passed.answer.status, passed.duration);
      let shown: Exchange | undefined;
      const isNew: GroupedFinding[] = [];
      for (const { check, complaints } of told) {
        gathering.appliedChecks.add(check);
        for (const { severity, message, ...more } of complaints) {
          const { pointer = operation.part.pointer, cause = message } = more;
          const key = `${operation.id} ${check} ${severity} ${cause}`;
          if (!causes.has(key) && causes.size >= MOST_CAUSES) {
            count(unseen, `more than ${MOST_CAUSES} distinct findings`);
            continue;
          }
          causes.add(key);
          shown ??= withoutSecrets(exchange, redaction);
          const found = gathering.add(check, shown, { severity, message: redaction.text(message), pointer, cause });
          if (found.count === 1) isNew.push(found);
        }
      }
      return isNew;
    },
    verdict(about) {
      const operations = [...document.operations.values()].map((operation) => {
        const one = filled.get(operation.id);
        const reason = one
          ? `mocked ${one.count} ${one.count === 1 ? 'time' : 'times'}: ${one.why}`
          : 'no request was accepted';
        const gathering = gatherings.get(operation);
        return createOperationVerdict(operation, gathering ?? new OperationResults(), {
          outcome: 'notTested',
          reason: gathering ? reason : 'no requests',
        });
      });
      const { title } = document.source.bundled.info;
      return { title, seed: '', operations, requests: countRequests({ operations }), isIncomplete: false, ...about };
    },
  };
}

/** A stored exchange: it may be the example of many. */
function withoutSecrets(exchange: Exchange, redaction: ExchangeRedaction): Exchange {
  const { operation, request: call, response: answer } = exchange;
  for (const bytes of [call.body, answer.body])
    if (bytes) redaction.learnBody(Buffer.from(bytes.subarray(0, 2 * MOST_TOLD)).toString(), operation);
  // A secret that begins before the end of the shown part is redacted completely.
  const body = (bytes: Uint8Array) =>
    Buffer.from(redaction.body(Buffer.from(bytes.subarray(0, 2 * MOST_TOLD)).toString(), operation)).subarray(
      0,
      MOST_TOLD,
    );
  return {
    ...exchange,
    request: {
      ...call,
      target: redaction.target(call.target, operation),
      headers: call.headers
        .filter(([name]) => !OF_CONNECTION.test(name))
        .map(([name, text]) => [name, redaction.fields([name, text])[1] ?? '']),
      body: call.body && body(call.body),
    },
    response: {
      ...answer,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, text]) => [name, redaction.fields([name, text])[1] ?? '']),
      ),
      body: body(answer.body),
    },
    decoded: { type: exchange.decoded.type, value: undefined },
  };
}

/** Set by `curl` itself. */
const OF_CONNECTION = /^(host|connection|content-length|transfer-encoding|accept-encoding|user-agent|keep-alive|te)$/i;
