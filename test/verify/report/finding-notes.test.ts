// Terms and shell variables of findings are explained in each report for people.

import { expect, test } from 'vitest';
import { describeMinimal } from '../../../src/verify/generate/new-findings.ts';
import { variableLines } from '../../../src/verify/report/curl.ts';
import { findingNotes } from '../../../src/verify/report/finding-notes.ts';
import { githubReport } from '../../../src/verify/report/github.ts';
import { htmlReport } from '../../../src/verify/report/html/page.ts';
import { junitReport } from '../../../src/verify/report/junit.ts';
import { leftoverLines } from '../../../src/verify/report/leftovers.ts';
import { type FindingReport, listFindings, type Report } from '../../../src/verify/report/report.ts';
import { terminalReport } from '../../../src/verify/report/terminal.ts';
import { notebookReport } from '../../support/reports.ts';

const TERM =
  'The starting request of an operation is the first one that the server accepted. The others change something in it.';
const variable = (name: string) => `\${${name}}`;
const CURL = `curl -g 'http://h/notes' -H "X-Key: ${variable('key')}" -u "${variable('login')}:${variable('login#*:')}"`;
const VARIABLES =
  'Before a curl command, set its shell variables to the secrets that the report hides: key=… login=… (named after the security scheme, header, parameter or property).';

/** A report with one finding, with changes. */
async function reportWith(change: (finding: FindingReport) => Partial<FindingReport>): Promise<Report> {
  const report = await notebookReport('a string instead of a number', { operations: ['getNote'] });
  const [operation] = report.operations;
  const findings = listFindings([report]).map(({ finding }) => ({ ...finding, ...change(finding) }));
  return { ...report, operations: [{ ...operation, findings, warnings: [] } as never] };
}

test.each<[name: string, print: (report: Report) => string]>([
  ['the terminal', (report) => terminalReport(report, false).join('\n')],
  ['JUnit', (report) => junitReport([report], 'verify')],
  ['GitHub', (report) => githubReport([report], false).join('\n')],
  ['HTML', (report) => htmlReport([report])],
])('%s says what the variables of its commands are, and what the starting request is', async (_, print) => {
  const withBoth = await reportWith(({ request }) => ({
    message: 'accepted with 201, but invalid: random request, reduced to the starting request where query q is "x"',
    request: { ...request, curl: CURL },
    otherExamples: [],
  }));
  expect(print(withBoth)).toContain(TERM);
  expect(print(withBoth)).toContain(VARIABLES);
  const withNone = await reportWith(({ request }) => ({
    request: { ...request, curl: 'curl -g http://h' },
    otherExamples: [],
  }));
  expect(print(withNone)).not.toMatch(/The starting request of|shell variable/);
});

test('leftovers explain the variables of their commands, too', () => {
  const item = { operation: 'addNote', id: '1', reason: 'removeNote responded with 500', curl: CURL };
  expect(leftoverLines({ leftovers: { items: [item], unsafe: [] } }).at(-1)).toBe(VARIABLES);
  expect(variableLines(['curl http://h', "curl 'http://h/$id'"])).toEqual([]);
  expect(findingNotes([])).toEqual([]);
});

test.each([
  [[], 'returned 500 (random request, reduced to the starting request)'],
  [['query q is ""'], 'returned 500 (random request, reduced to the starting request where query q is "")'],
  [
    ['query q is ""', 'body /a is omitted'],
    'returned 500 (random request, reduced to the starting request where query q is "" and body /a is omitted)',
  ],
])('a random request is described by its differences from the starting request: %j', (descriptions, message) => {
  const changes = descriptions.map((description) => ({ location: 'query q', description }));
  const finding = { check: 'no-server-error', severity: 'error', message: 'returned 500' } as const;
  const exchange = { exchange: {}, changes } as unknown as Parameters<typeof describeMinimal>[0]['exchange'];
  expect(describeMinimal({ exchange, finding }).findings[0]?.message).toBe(message);
});
