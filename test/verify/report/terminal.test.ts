// The report for terminals.

import { expect, test } from 'vitest';
import type { FindingReport, OperationReport, Report } from '../../../src/verify/report/report.ts';
import { terminalReport } from '../../../src/verify/report/terminal.ts';

const finding = (check: FindingReport['check'], method: string, curl: string) =>
  ({
    check,
    message: 'is wrong',
    pointer: '/paths/~1pets/put',
    location: { file: 'pets.yaml', line: 7, column: 1 },
    count: 1,
    variants: [],
    otherExamples: [],
    request: { method, curl },
    response: { status: 0, body: '' },
  }) as unknown as FindingReport;

function linesOf(findings: readonly FindingReport[], more: Partial<Report> = {}): readonly string[] {
  const operation = {
    operation: 'replacePet',
    method: 'PUT',
    path: '/pets',
    outcome: 'failed',
    requests: 2,
    statuses: {},
    findings,
    warnings: [],
  } as unknown as OperationReport;
  const report = {
    title: 'Pets',
    document: 'pets.yaml',
    url: 'http://h',
    requests: 2,
    statuses: {},
    duration: 0,
    ...more,
  };
  return terminalReport({ operations: [operation], ...report } as unknown as Report, false);
}

test('a finding has the sent method, and the variables of the commands are listed', () => {
  const variable = (name: string) => `\${${name}}`;
  const curl = `curl -g -X PATCH http://h/pets -H "X-Key: ${variable('key')}" -u "${variable('login')}"`;
  expect(linesOf([finding('unsupported-method', 'PATCH', curl)])).toEqual(
    expect.arrayContaining([
      '1. unsupported-method: replacePet (PATCH /pets)',
      `   ${curl}`,
      '   no response',
      'The curl commands need a running server.',
      'Before a curl command, set its shell variables to the secrets that the report hides: key=… login=… (named after the security scheme, header, parameter or property).',
    ]),
  );
});

test('a finding about an example of the document has no request', () => {
  const lines = linesOf([finding('examples-valid', 'PUT', 'curl -g -X PUT http://h/pets')]);
  expect(lines.slice(2, 6)).toEqual([
    '1. examples-valid: replacePet (PUT /pets)',
    '   is wrong',
    '   in the document: /paths/~1pets/put (pets.yaml:7)',
    '',
  ]);
  expect(lines.join()).not.toContain('curl');
});

test('equal findings of several operations are listed once, and counted', () => {
  const failed = (operation: string, message: string) => ({
    ...{ operation, method: 'PUT', path: '/pets', outcome: 'failed', requests: 1, statuses: {}, warnings: [] },
    findings: [{ ...finding('documented-media-type', 'PUT', `curl -g http://h/${operation}`), message }],
  });
  const operations = [failed('a', 'response 400 is text/html'), failed('b', 'response 200 is text/html')];
  const report = { title: 'Pets', document: 'pets.yaml', url: 'http://h', requests: 2, duration: 0 };
  const all = [...operations, failed('c', 'response 400 is text/html')];
  const lines = terminalReport({ ...report, operations: all } as unknown as Report, false);
  expect(lines.filter((line) => /^\d\. |the same|curl -g/.test(line))).toEqual([
    '1. documented-media-type: a (PUT /pets)',
    '   curl -g http://h/a',
    '   the same in: c',
    '2. documented-media-type: b (PUT /pets)',
    '   curl -g http://h/b',
  ]);
  expect(lines.join()).toContain('3 findings');
});

test('equal warnings of several operations are listed once', () => {
  const warning = (operation: string, message: string) => ({
    ...{ operation, method: 'PUT', path: '/pets', outcome: 'passed', requests: 1, statuses: {}, findings: [] },
    warnings: [{ ...finding('documented-status', 'PUT', 'curl -g http://h'), message }],
  });
  const operations = [warning('a', 'status 405'), warning('b', 'status 415'), warning('c', 'status 405')];
  const report = { title: 'Pets', document: 'pets.yaml', url: 'http://h', requests: 2, duration: 0, operations };
  const lines = terminalReport(report as unknown as Report, true);
  expect(lines.filter((line) => /^\d\. |the same/.test(line))).toEqual([
    '1. documented-status: a (PUT /pets)',
    '   the same in: c',
    '2. documented-status: b (PUT /pets)',
  ]);
  expect(lines.join()).toContain('3 warnings');
});

test('a list that never had items is marked', () => {
  const operation = {
    operation: 'list',
    outcome: 'passed',
    requests: 3,
    statuses: {},
    findings: [],
    warnings: [],
    onlyEmptyLists: true,
  };
  const report = { title: 'Pets', document: 'pets.yaml', url: 'http://h', requests: 3, duration: 0 };
  const [line] = terminalReport({ ...report, operations: [operation] } as unknown as Report, false);
  expect(line).toBe('passed (only empty lists seen)  list  3 requests');
});

test('requests that met a conflict are counted, because the server did not process them', () => {
  const shared = { outcome: 'passed', requests: 9, findings: [], warnings: [] };
  const operations = [
    { ...shared, operation: 'create', statuses: { 201: 2, 400: 3, 409: 4 } },
    { ...shared, operation: 'read', statuses: { 200: 9 } },
  ];
  const report = { title: 'Pets', document: 'pets.yaml', url: 'http://h', requests: 18, duration: 0, operations };
  expect(terminalReport(report as unknown as Report, false).slice(0, 2)).toEqual([
    'passed      create  9 requests, 4 of them got 409',
    'passed      read  9 requests',
  ]);
});

test('a run without a request has one line', () => {
  const more = { requests: 0, incomplete: true, error: 'The server did not start.' };
  expect(linesOf([], more)).toEqual(['Pets (pets.yaml) at http://h: not tested.']);
});
