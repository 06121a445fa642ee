// The findings of all proxied exchanges: by operation as in `verify`, and others.

import type { Document, Operation } from '../../openapi/document.ts';
import type { TestExchange } from '../cases/test-case.ts';
import type { CompleteFinding, GroupedFinding } from '../finding-groups.ts';
import type { TrafficReport } from '../report/report.ts';
import { countRequests, createOperationVerdict, OperationResults, type Verdict } from '../verdict.ts';
import type { CapturedExchange } from './captured-exchange.ts';
import type { ExchangeResult } from './exchange-checker.ts';
import type { ExchangeRedaction } from './exchange-redaction.ts';
import type { HarRecording } from './har-recording.ts';

/** Maximum number of different causes, and of requests outside the document: clients can invent any number. */
const [MAX_CAUSES, MAX_UNDECLARED] = [500, 100];
/** Maximum number of body bytes in a report. */
const MAX_BODY = 8 * 1024;

/** Report data that belong to no operation. */
export interface TrafficCounts {
  /** Requests outside the document, such as `GET /favicon.ico`, with their number. */
  readonly undeclared: ReadonlyMap<string, number>;
  /** Reasons why exchanges or connections were not inspected completely, with their number. */
  readonly unchecked: ReadonlyMap<string, number>;
  /** The number of requests that the mock answered, by operation id, and the reason for the first. */
  readonly mocked: ReadonlyMap<string, { readonly count: number; readonly why: string }>;
  /** The ids of operations without requests. */
  notRequested(): readonly string[];
  /** Why no request has reached the upstream, a clause; undefined if one has, or none was sent to it. */
  readonly outage: string | undefined;
}

export interface ProxyFindings extends TrafficCounts {
  /** @returns the new findings */
  add(passed: CapturedExchange, judgement: ExchangeResult): readonly GroupedFinding[];
  /** Counts something that was not inspected. */
  countUnchecked(why: string): void;
  /** Registers whether the upstream has responded. @param problem - why it has not, a clause */
  countUpstream(problem: string | undefined): void;
  verdict(about: Pick<Verdict, 'url' | 'checks' | 'duration'>): Verdict;
}

export function createProxyFindings(document: Document, redaction: ExchangeRedaction): ProxyFindings {
  const resultsByOperation = new Map<Operation, OperationResults>();
  const causes = new Set<string>();
  const undeclared = new Map<string, number>();
  const unchecked = new Map<string, number>();
  const mocked = new Map<string, { readonly count: number; readonly why: string }>();
  let hasReached = false;
  let outage: string | undefined;
  const count = (counts: Map<string, number>, what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const resultsOf = (operation: Operation): OperationResults => {
    const known = resultsByOperation.get(operation) ?? new OperationResults();
    resultsByOperation.set(operation, known);
    return known;
  };
  const countUndeclared = ({ method, target }: CapturedExchange) => {
    const what = `${method} ${redaction.target(target, undefined).replace(/\?.*$/s, '').slice(0, 200)}`;
    count(undeclared, undeclared.has(what) || undeclared.size < MAX_UNDECLARED ? what : 'others');
  };
  return {
    undeclared,
    unchecked,
    mocked,
    notRequested: () =>
      [...document.operations.values()].filter((one) => !resultsByOperation.has(one)).map(({ id }) => id),
    get outage() {
      return hasReached ? undefined : outage;
    },
    countUnchecked: (why) => count(unchecked, why),
    countUpstream(problem) {
      if (problem === undefined) hasReached = true;
      else outage ??= problem;
    },
    add(passed, { operation, results, exchange, uncheckedReason }) {
      if (uncheckedReason !== undefined) count(unchecked, uncheckedReason);
      if (!operation || !exchange) {
        if (uncheckedReason === undefined) countUndeclared(passed);
        return [];
      }
      const operationResults = resultsOf(operation);
      if (passed.mockReason !== undefined && passed.origin === 'mock') {
        const before = mocked.get(operation.id);
        mocked.set(operation.id, { count: (before?.count ?? 0) + 1, why: before?.why ?? passed.mockReason });
      } else if (passed.response && passed.origin === 'upstream' && passed.response.stream !== 'events')
        operationResults.countResponse(passed.response.status, passed.duration);
      let redactedExchange: TestExchange | undefined;
      const newFindings: GroupedFinding[] = [];
      for (const { check, findings } of results) {
        operationResults.appliedChecks.add(check);
        const known = findings.flatMap((one): readonly CompleteFinding[] => {
          const { pointer = operation.part.pointer, cause = one.message } = one;
          const key = `${operation.id} ${check} ${one.severity} ${cause}`;
          if (!causes.has(key) && causes.size >= MAX_CAUSES) {
            count(unchecked, `more than ${MAX_CAUSES} distinct findings`);
            return [];
          }
          causes.add(key);
          return [{ ...one, message: redaction.text(one.message), pointer, cause }];
        });
        if (known.length === 0) continue;
        redactedExchange ??= redactExchange(exchange, redaction);
        newFindings.push(...operationResults.findings.add(check, redactedExchange, known));
      }
      return newFindings;
    },
    verdict(about) {
      const operations = [...document.operations.values()].map((operation) => {
        const one = mocked.get(operation.id);
        const reason = one
          ? `mocked ${one.count} ${one.count === 1 ? 'time' : 'times'}: ${one.why}`
          : 'no request was accepted';
        const results = resultsByOperation.get(operation);
        return createOperationVerdict(operation, results ?? new OperationResults(), {
          outcome: 'notTested',
          reason: results ? reason : 'no requests',
        });
      });
      const { title } = document.source.bundled.info;
      return { title, seed: '', operations, requests: countRequests({ operations }), isIncomplete: false, ...about };
    },
  };
}

/** A stored exchange: it may be the example of many. */
function redactExchange(exchange: TestExchange, redaction: ExchangeRedaction): TestExchange {
  const { operation, request, response } = exchange;
  for (const bytes of [request.body, response.body])
    if (bytes) redaction.learnBody(Buffer.from(bytes.subarray(0, 2 * MAX_BODY)).toString(), operation);
  // A secret that begins before the end of the shown part is redacted completely.
  const body = (bytes: Uint8Array) =>
    Buffer.from(redaction.body(Buffer.from(bytes.subarray(0, 2 * MAX_BODY)).toString(), operation)).subarray(
      0,
      MAX_BODY,
    );
  return {
    ...exchange,
    request: {
      ...request,
      target: redaction.target(request.target, operation),
      headers: request.headers
        .filter(([name]) => !SET_BY_CURL.test(name))
        .map(([name, text]) => [name, redaction.headers([name, text])[1] ?? '']),
      body: request.body && body(request.body),
    },
    response: {
      ...response,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, text]) => [name, redaction.headers([name, text])[1] ?? '']),
      ),
      body: body(response.body),
    },
    decoded: { type: exchange.decoded.type, value: undefined },
  };
}

/** Set by `curl` itself. */
const SET_BY_CURL = /^(host|connection|content-length|transfer-encoding|accept-encoding|user-agent|keep-alive|te)$/i;

/** The report of traffic that belongs to no finding. @param recorded - the counts of the recording, if there is one */
export function createTrafficReport({
  traffic,
  recorded,
}: {
  readonly traffic: TrafficCounts;
  readonly recorded: HarRecording['counts'] | undefined;
}): TrafficReport {
  const { undeclared, unchecked, mocked, notRequested } = traffic;
  return {
    undeclared: [...undeclared].map(([request, count]) => ({ request, count })),
    notRequested: notRequested(),
    mocked: [...mocked].map(([operation, { count, why }]) => ({ operation, count, reason: why })),
    unchecked: [...unchecked].map(([reason, count]) => ({ reason, count })),
    ...(recorded && { recorded: { requests: recorded.recorded, dropped: recorded.dropped } }),
  };
}
