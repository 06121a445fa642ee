// SARIF for code scanning: one rule per check, findings located in the document.

import { type SarifNote, type SarifResult, sarifLog } from '../../openapi/report/sarif.ts';
import { describeCheck } from '../checks.ts';
import { describeRunError, leftoverLines } from './leftovers.ts';
import type { ExampleReport, FindingReport, OperationReport, Report } from './report.ts';
import { outcomeText } from './terminal.ts';

/** @param command - the name of the command */
export function sarifReport(reports: readonly Report[], command: string): object {
  const results = [...resultsOf(reports, 'findings', 'error'), ...resultsOf(reports, 'warnings', 'note')];
  const missed = reports.flatMap(({ operations }) =>
    operations.filter(({ outcome }) => outcome === 'notTested' || outcome === 'skipped'),
  );
  const isCut = reports.some(({ incomplete }) => incomplete);
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
      ...missed.map(({ operation, outcome, reason = '' }) => `${operation}: ${outcomeText(outcome)}: ${reason}`),
      ...(isCut ? ['The run was stopped before all operations were tested.'] : []),
      ...reports.flatMap(leftoverLines),
    ]
      .map((message): SarifNote => ({ level: 'warning', message }))
      .concat(errors.map((message) => ({ level: 'error', message }))),
    isComplete: !isCut && errors.length === 0,
  });
}

function resultsOf(
  reports: readonly Report[],
  which: 'findings' | 'warnings',
  level: SarifResult['level'],
): readonly SarifResult[] {
  return reports.flatMap(({ operations }) =>
    operations.flatMap((operation) => operation[which].map((found) => result(found, operation, level))),
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
