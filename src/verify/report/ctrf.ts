// CTRF, the Common Test Report Format in JSON: a test per operation, and one for a run that failed by itself.

import { fingerprint } from '../../openapi/report/sarif.ts';
import { describeRunError, leftoverLines } from './leftovers.ts';
import { describeEarlyEnd, type OperationReport, type Report } from './report.ts';
import { formatFailure, isSkipped, outputLines } from './test-texts.ts';

/** The version of the format. */
const SPEC_VERSION = '0.0.0';

/** @param command - the name of the command */
export function ctrfReport(reports: readonly Report[], command: string): object {
  const tests = reports.flatMap(testsOf);
  const count = (status: string) => tests.filter((one) => one.status === status).length;
  const ends = reports.map(({ ended }) => Date.parse(ended));
  const starts = reports.map(({ ended, duration }) => Date.parse(ended) - duration);
  const [start, stop] = [Math.min(...starts), Math.max(...ends)];
  const [{ understudy: version, title: appName, url: testEnvironment } = {}] = reports;
  return {
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    generatedBy: 'understudy',
    timestamp: new Date(stop).toISOString(),
    results: {
      tool: { name: `understudy ${command}`, version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: 0,
        suites: reports.length,
        start,
        stop,
        duration: stop - start,
      },
      environment: { appName, testEnvironment },
      tests,
      extra: { documents: reports.map(runOf) },
    },
  };
}

/** Facts about a run, which belong to no test. */
function runOf(report: Report): object {
  const { title, document, url, seed, requests } = report;
  const early = describeEarlyEnd(report);
  const notes = [...(early === undefined ? [] : [early]), ...leftoverLines(report)];
  return { title, document, url, ...(seed !== '' && { seed }), requests, ...(notes.length > 0 && { notes }) };
}

function testsOf(report: Report): readonly { readonly status: string; readonly [name: string]: unknown }[] {
  const error = describeRunError(report);
  const run = { name: 'the run', status: 'failed', rawStatus: 'error', duration: 0, suite: [suiteName(report)] };
  return [
    ...(error === undefined ? [] : [{ ...run, message: error }]),
    ...report.operations.map((operation) => testOf(operation, report)),
  ];
}

function testOf(operation: OperationReport, report: Report) {
  const { operation: name, method, path, outcome, duration, location, findings, known = [], reason } = operation;
  const output = outputLines(operation);
  const failures = findings.map((one) => `${one.check}: ${one.message}`);
  const message = failures.length > 0 ? failures.join('\n') : reason;
  return {
    testId: fingerprint(report.title, method, path),
    name,
    status: isSkipped({ outcome }) ? 'skipped' : outcome,
    rawStatus: outcome,
    duration,
    suite: [suiteName(report)],
    ...(message !== undefined && { message }),
    ...(findings.length > 0 && {
      trace: findings.map((one) => `${one.check}: ${one.message}\n${formatFailure(one)}`).join('\n\n'),
      tags: [...new Set(findings.map(({ check }) => check))],
    }),
    ...(output.length > 0 && { stdout: output }),
    filePath: location.file,
    line: location.line,
    labels: { method, path },
    extra: {
      findings: findings.map(({ check, fingerprint: id, count }) => ({ check, fingerprint: id, count })),
      known: known.map(({ check, fingerprint: id, count }) => ({ check, fingerprint: id, count })),
    },
  };
}

/** A title may be empty. */
function suiteName({ title, document }: Report): string {
  return title === '' ? document : title;
}
