// CTRF reports, validated by the schema of the format.

import { type CTRFReport, validate } from 'ctrf';
import { expect, test } from 'vitest';
import { ctrfReport } from '../../../src/verify/report/ctrf.ts';
import { hostileReport, notebookReport } from '../../support/reports.ts';

const FAULT = 'a string instead of a number';

/** Reports the violations of the schema, after the text form that the command writes. */
function violationsOf(report: object) {
  return validate(JSON.parse(JSON.stringify(report))).errors;
}

test('every report is valid, and an invalid one is detected', async () => {
  const found = await notebookReport(FAULT, { operations: ['getNote'] });
  const stopped = await notebookReport(undefined, { signal: AbortSignal.abort() });
  const untitled = { ...found, title: '', error: 'the server did not start' };
  for (const reports of [[found], [stopped], [untitled, found], [await hostileReport()]])
    expect(violationsOf(ctrfReport(reports, 'verify'))).toEqual([]);
  const valid = ctrfReport([found], 'verify') as CTRFReport;
  expect(violationsOf({ ...valid, results: { ...valid.results, summary: {} } })).not.toEqual([]);
});

test('each operation is a test with its outcome, failures and place in the document', async () => {
  const report = await notebookReport(FAULT, { allowWrites: false });
  const { results } = ctrfReport([report], 'verify') as CTRFReport;
  expect(results.summary).toMatchObject({ tests: 5, passed: 0, failed: 2, skipped: 3, pending: 0, other: 0 });
  expect(results.summary.duration).toBe(report.duration);
  const [list, add] = results.tests;
  expect(list).toMatchObject({
    name: 'listNotes',
    status: 'failed',
    suite: ['Notebook'],
    message: 'response-body: response 200 /items/0/id must be an integer',
    trace: expect.stringMatching(/notebook\.yaml:\d+\)\ncurl -g http.*\nresponse: 200: /),
    tags: ['response-body'],
    stdout: [expect.stringMatching(/^\d+ requests, statuses: 200/)],
    labels: { method: 'GET', path: '/notes' },
  });
  expect(add).toMatchObject({
    name: 'addNote',
    status: 'skipped',
    rawStatus: 'notTested',
    message: 'mutating operation (use --allow-writes)',
  });
});

test('a run that failed by itself is a failed test', async () => {
  const report = { ...(await notebookReport(undefined, { operations: ['getNote'] })), error: 'no server' };
  const { results } = ctrfReport([report], 'verify') as CTRFReport;
  expect(results.tests[0]).toMatchObject({ name: 'the run', status: 'failed', message: 'no server' });
  expect(results.summary).toMatchObject({ tests: 2, failed: 1 });
});
