// Limits of a run: time, requests, findings.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRunLimits } from '../../../src/verify/run-limits.ts';
import { understudy } from '../../support/command.ts';
import { startNotebook, TOKEN } from '../../support/notebook/notebook.ts';
import { NOTEBOOK, notebookReport } from '../../support/reports.ts';
import { temporaryFolder } from '../../support/temporary.ts';

test('without limits, nothing stops a run', () => {
  const limits = createRunLimits();
  for (let count = 0; count < 1000; count += 1) {
    expect(limits.countRequest()).toBe(true);
    limits.countFinding();
  }
  expect([limits.reached, limits.signal.aborted]).toEqual([undefined, false]);
});

test('the request after the last permitted one stops the run, and is not sent', async () => {
  const limits = createRunLimits({ requests: 2 });
  expect([limits.countRequest(), limits.countRequest(), limits.signal.aborted]).toEqual([true, true, false]);
  expect([limits.countRequest(), limits.reached, limits.signal.aborted]).toEqual([false, '2 requests', true]);
  expect(await limits.exempt(async () => limits.countRequest())).toBe(true);
  expect(limits.countRequest()).toBe(false);
});

test('the last permitted finding stops the run', () => {
  const limits = createRunLimits({ findings: 1 });
  limits.countFinding();
  expect([limits.reached, limits.countRequest()]).toEqual(['1 finding', false]);
});

test('time stops a run, and is not measured after its end', async () => {
  const limits = createRunLimits({ time: 1 });
  await new Promise((resolve) => limits.signal.addEventListener('abort', resolve));
  expect([limits.reached, limits.countRequest()]).toEqual(['0.001 s', false]);
  const closed = createRunLimits({ time: 1 });
  closed.close();
  const later = createRunLimits({ time: 2 });
  await new Promise((resolve) => later.signal.addEventListener('abort', resolve));
  expect(closed.reached).toBe(undefined);
});

test('operations that a limit excludes are not tested, with the reason', async () => {
  const report = await notebookReport(undefined, { limits: createRunLimits({ requests: 12 }) });
  expect(report).toMatchObject({ incomplete: true, limit: '12 requests' });
  const reasons = report.operations.flatMap(({ outcome, reason }) => (outcome === 'notTested' ? [reason] : []));
  expect(new Set(reasons)).toEqual(
    new Set(['the limit of 12 requests was reached during its test', 'the limit of 12 requests was reached before']),
  );
  expect(report.requests).toBeLessThanOrEqual(12);
});

test('known findings do not count', async () => {
  const fault = 'a string instead of a number';
  const selection = { operations: ['getNote'] };
  const { operations } = await notebookReport(fault, selection);
  const ids = operations.flatMap(({ findings }) => findings.flatMap((one) => one.ids));
  expect(ids).toHaveLength(1);
  const limits = { findings: 1 };
  const stopped = await notebookReport(fault, { ...selection, limits: createRunLimits(limits) });
  expect(stopped.limit).toBe('1 finding');
  const knownFindings = new Set(ids);
  const complete = await notebookReport(fault, { ...selection, limits: createRunLimits(limits), knownFindings });
  expect([complete.incomplete, complete.limit]).toEqual([false, undefined]);
});

/** A server of notes that counts requests and stored items. */
async function countingServer() {
  const notes = new Map<string, object>();
  const received: string[] = [];
  let last = 0;
  const server = createServer(async (request, response) => {
    const [, , id = ''] = (request.url ?? '').split('/');
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString() || 'null');
    const send = (status: number, value?: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(value && JSON.stringify(value));
    if (request.url !== '/') received.push(`${request.method}`);
    if (request.method === 'POST' && typeof body?.text === 'string') {
      last += 1;
      notes.set(`${last}`, { id: `${last}`, text: body.text });
      return send(201, notes.get(`${last}`));
    }
    if (request.method === 'POST') return send(400);
    if (request.method === 'DELETE') return send(notes.delete(id) ? 204 : 404);
    return id === '' ? send(200, [...notes.values()]) : send(notes.has(id) ? 200 : 404, notes.get(id) ?? {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, notes, received };
}

const NOTES = join(import.meta.dirname, '../../../docs/guides/notes/notes.yaml');

test('created items are deleted after the limit, and the command ends with 0', async () => {
  const { url, notes, received } = await countingServer();
  const args = ['verify', NOTES, url, '--allow-writes', '--max-requests', '20', '--checks', 'no-server-error'];
  const { code, stdout } = await understudy(args, { cwd: await temporaryFolder() }).ended;
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('The run reached the limit of 20 requests before all operations were tested.'),
  ]);
  const deletions = received.filter((method) => method === 'DELETE').length;
  expect(received).toContain('POST');
  expect(received.length - deletions).toBeLessThanOrEqual(20 + deletions);
  expect(notes.size).toBe(0);
});

test.each<[requests: number, code: number, sentence: string]>([
  [3, 2, 'the limit of 3 requests was reached before.'],
  [200, 1, 'operations were not tested: the run fails (--require-tested).'],
])('a run of %d requests ends with %d: nothing, or not enough, was tested', async (requests, expected, sentence) => {
  const { url, close } = await startNotebook();
  onTestFinished(close);
  const args = ['verify', NOTEBOOK, url, '--auth', `key=${TOKEN}`, '--require-tested'];
  const limit = ['--max-requests', `${requests}`];
  const { code, stderr } = await understudy([...args, ...limit], { cwd: await temporaryFolder() }).ended;
  expect([code, stderr]).toEqual([expected, expect.stringContaining(sentence)]);
});

test.each([
  ['--max-time', '0'],
  ['--max-requests', 'many'],
  ['--max-findings', '-1'],
])('%s %s is rejected', async (flag, text) => {
  const args = ['verify', NOTEBOOK, 'http://127.0.0.1:1', `${flag}=${text}`];
  const { code, stderr } = await understudy(args, { cwd: await temporaryFolder() }).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${flag} needs a whole number from 1 to `)]);
});
