// Truncation of long texts in reports.

import { expect, test } from 'vitest';
import { githubReport } from '../../../src/verify/report/github.ts';
import { junitReport } from '../../../src/verify/report/junit.ts';
import { type FindingReport, listFindings, type Report } from '../../../src/verify/report/report.ts';
import { terminalReport } from '../../../src/verify/report/terminal.ts';
import { documentWith, written } from '../../support/opened.ts';
import { notebookReport, reportOfAnswers } from '../../support/reports.ts';

const LONG = JSON.stringify('x'.repeat(99_998));
const answersAtLength = (_: unknown, response: import('node:http').ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(LONG);

/** A report with one finding, with changes. */
async function reportWith(change: Partial<FindingReport>): Promise<Report> {
  const report = await notebookReport('a string instead of a number', { operations: ['getNote'] });
  const [operation] = report.operations;
  const [found] = listFindings([report]);
  const findings = [{ ...found?.finding, ...change }];
  return { ...report, operations: [{ ...operation, findings, warnings: [] } as never] };
}

const response = { status: 200, headers: {}, body: `${'x'.repeat(1000)}${'y'.repeat(3000)}`, bytes: 4000 };

test('a body is truncated, with its full size', async () => {
  const path = await written({ 'api.yaml': documentWith('{ type: integer }') });
  const [found] = listFindings([await reportOfAnswers(answersAtLength, path)]);
  expect(found?.finding.response.body).toBe(LONG.slice(0, 4096));
  expect(found?.finding.response.bytes).toBe(100_000);
});

test('the terminal shows 300 characters of a response', async () => {
  const text = terminalReport(await reportWith({ response }), false).join('\n');
  expect(text).toContain(`response: 200: ${'x'.repeat(300)}…\n`);
});

test('up to eight variants are listed, and the rest is counted', async () => {
  const ways = Array.from({ length: 12 }, (_, index) => `way ${index}`);
  const text = terminalReport(await reportWith({ variants: ways }), false).join('\n');
  expect(text).toContain('also: way 1; way 2; way 3; way 4; way 5; way 6; way 7; way 8; and 3 more\n');
  const nine = terminalReport(await reportWith({ variants: ways.slice(0, 9) }), false).join('\n');
  expect(nine).toContain('also: way 1; way 2; way 3; way 4; way 5; way 6; way 7; way 8\n');
});

test('JUnit has 1000 characters of a response', async () => {
  const text = junitReport([await reportWith({ response })], 'verify');
  expect(text).toContain('x'.repeat(1000));
  expect(text).not.toContain('y'.repeat(4));
});

test('an annotation of GitHub has up to 4000 characters', async () => {
  const [line = ''] = githubReport([await reportWith({ message: `${'x'.repeat(4000)}y` })], false);
  expect(line.endsWith(`::${'x'.repeat(4000)}`)).toBe(true);
});
