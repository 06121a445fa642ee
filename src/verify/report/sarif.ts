// SARIF for code scanning: one rule per check, findings located in the document.

import { type SarifNote, type SarifResult, sarifLog } from '../../openapi/report/sarif.ts';
import { describeCheck } from '../checks.ts';
import type { ExampleReport } from './example-report.ts';
import { describeRunError, leftoverLines } from './leftovers.ts';
import {
  describeEarlyEnd,
  describeIncomplete,
  type FindingReport,
  type OperationReport,
  type Report,
} from './report.ts';
import { outcomeText } from './terminal.ts';

/** @param command - the name of the command */
export function sarifReport(reports: readonly Report[], command: string): object {
  const results = [
    ...resultsOf(reports, 'findings', 'error'),
    ...resultsOf(reports, 'warnings', 'note'),
    ...resultsOf(reports, 'known', 'note'),
  ];
  const missed = reports.flatMap(({ operations }) =>
    operations.filter(({ outcome, reason }) => reason !== undefined && outcome !== 'failed'),
  );
  const earlyEnds = reports.flatMap((report) => describeEarlyEnd(report) ?? []);
  const errors = reports.flatMap((report) => describeRunError(report) ?? []);
  return sarifLog({
    command,
    version: reports[0]?.understudy ?? '0.0.0',
    rules: [...new Set(reports.flatMap(({ checks }) => checks))].map((id) => {
      const full = describeCheck(id);
      return { id, full, short: /^.*?[.:](?=\s|$)/s.exec(full)?.[0].replace(/:$/, '.') ?? full };
    }),
    results,
    notes: [
      ...missed.map(
        (one) => `${one.operation}: ${describeIncomplete(one) ?? `${outcomeText(one.outcome)}: ${one.reason}`}`,
      ),
      ...new Set(earlyEnds),
      ...reports.flatMap(leftoverLines),
    ]
      .map((message): SarifNote => ({ level: 'warning', message }))
      .concat(errors.map((message) => ({ level: 'error', message }))),
    isComplete: earlyEnds.length === 0 && errors.length === 0,
  });
}

function resultsOf(
  reports: readonly Report[],
  which: 'findings' | 'warnings' | 'known',
  level: SarifResult['level'],
): readonly SarifResult[] {
  return reports.flatMap(({ operations }) =>
    operations.flatMap((operation) => {
      const found = operation[which] ?? [];
      const results = found.map((one) => result(one, operation, level));
      // Code scanning closes the alerts of suppressed results.
      const suppressions = [{ kind: 'external', justification: 'listed in the baseline' }];
      return which === 'known' ? results.map((one) => ({ ...one, more: { ...one.more, suppressions } })) : results;
    }),
  );
}

function result(found: FindingReport, operation: OperationReport, level: SarifResult['level']): SarifResult {
  const { check, message, location, count, fingerprint, pointer, request, response, otherExamples } = found;
  const { operation: id, method, path } = operation;
  return {
    rule: check,
    level,
    message: `${id}: ${message}`,
    ...location,
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
        response.status === 0
          ? { noResponseReceived: true }
          : {
              protocol: 'HTTP',
              version: '1.1',
              statusCode: response.status,
              headers: response.headers,
              ...(response.bytes > 0 && { body: { text: response.body } }),
            },
      properties: {
        pointer,
        phase: request.phase,
        test: request.description,
        curl: request.curl,
        ...(otherExamples.length > 0 && { otherExamples: otherExamples.map(exampleProperties) }),
      },
    },
  };
}

function exampleProperties({ request: { description, phase, curl }, response }: ExampleReport): object {
  return { phase, test: description, curl, status: response.status, body: response.body };
}
