// What came of it as SARIF, which code scanning reads: each check is a rule, and each finding stands where the document says otherwise.

import { type SarifResult, sarifLog } from '../../report/sarif.ts';
import { meaningOf } from '../checks.ts';
import { leftoverLines, outageSentence } from './leftovers.ts';
import type { FoundReport, OperationReport, Report } from './report.ts';

/** @param command - the one that has found it */
export function sarifReport(reports: readonly Report[], command: string): object {
  const results = [...resultsOf(reports, 'findings', 'error'), ...resultsOf(reports, 'remarks', 'note')];
  const missed = reports.flatMap(({ operations }) =>
    operations.filter(({ outcome }) => outcome === 'not reached' || outcome === 'skipped'),
  );
  const isCut = reports.some(({ cut }) => cut);
  return sarifLog({
    command,
    version: reports[0]?.understudy ?? '0.0.0',
    rules: [...new Set(reports.flatMap(({ checks }) => checks))].map((id) => {
      const full = meaningOf(id);
      return { id, full, short: /^.*?[.:](?=\s|$)/s.exec(full)?.[0].replace(/:$/, '.') ?? full };
    }),
    results,
    notes: [
      ...missed.map(({ operation, outcome, reason = '' }) => `${operation} was ${outcome}: ${reason}`),
      ...(isCut ? ['It was ended before all was tried.'] : []),
      ...reports.flatMap((report) => (report.outage ? [outageSentence(report.outage)] : [])),
      ...reports.flatMap(leftoverLines),
    ].map((message) => ({ level: 'warning', message })),
    isWhole: !isCut,
  });
}

function resultsOf(
  reports: readonly Report[],
  which: 'findings' | 'remarks',
  level: SarifResult['level'],
): readonly SarifResult[] {
  return reports.flatMap(({ operations }) =>
    operations.flatMap((operation) => operation[which].map((found) => result(found, operation, level))),
  );
}

function result(found: FoundReport, operation: OperationReport, level: SarifResult['level']): SarifResult {
  const { check, message, place, count, fingerprint, pointer, request, answer } = found;
  const { operation: id, method, path } = operation;
  return {
    rule: check,
    level,
    message: `${id}: ${message}`,
    ...place,
    identity: [fingerprint],
    about: { name: id, full: `${method} ${path}` },
    more: {
      occurrenceCount: count,
      webRequest: {
        protocol: 'HTTP',
        version: '1.1',
        method: request.method,
        target: request.url,
        headers: Object.fromEntries(request.headers),
        ...(request.bytes > 0 && { body: { text: request.body } }),
      },
      webResponse:
        answer.status === 0
          ? { noResponseReceived: true }
          : {
              protocol: 'HTTP',
              version: '1.1',
              statusCode: answer.status,
              headers: answer.headers,
              ...(answer.bytes > 0 && { body: { text: answer.body } }),
            },
      properties: { pointer, phase: request.phase, tried: request.what, curl: request.curl },
    },
  };
}
