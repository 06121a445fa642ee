// `understudy parity`: output, reports and exit codes.

import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { CREW } from '../support/crew/compared.ts';
import { type Drift, startCrew } from '../support/crew/crew.ts';
import { aDay, recorder } from '../support/crew/record.ts';
import { startNotebook, TOKEN } from '../support/notebook/notebook.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** The command for a server and one that drifts from it. */
async function parity(drift: Drift | undefined, args: readonly string[], cwd?: string) {
  const servers = await Promise.all([startCrew(), startCrew({ ids: 'drawn', ...(drift && { drift }) })]);
  const urls = servers.map(({ url }) => url);
  try {
    const folder = cwd ?? (await temporaryFolder());
    const all = ['parity', CREW, ...urls, '--allow-writes', ...args];
    return { urls, ...(await understudy(all, { cwd: folder }).ended) };
  } finally {
    await Promise.all(servers.map(({ close }) => close()));
  }
}

test('ends with 0 for servers with the same behaviour, and prints the score of each operation', async () => {
  const { code, stdout, urls } = await parity(undefined, ['--require-tested']);
  expect(stdout).toMatch(/^100 % {2}listPeople {2}\d+ of \d+ requests same$/m);
  expect(stdout).toContain(`Crew (`);
  expect(stdout).toContain(`reference ${urls[0]}, candidate ${urls[1]}: 100 % of requests have the same response.`);
  expect(code).toBe(0);
});

test('ends with 1 with a difference, and prints its field, both requests and both responses', async () => {
  const { code, stdout, urls } = await parity('a number as a string', ['--operations', 'getTask']);
  expect(stdout).toContain('getTask (GET /tasks/{taskId})');
  expect(stdout).toContain('/body/version: reference 7, candidate "1"');
  expect(stdout).toMatch(new RegExp(`reference: curl -g ${urls[0]}/tasks/task_\\d+`));
  expect(stdout).toMatch(new RegExp(`candidate: curl -g ${urls[1]}/tasks/[\\da-f-]{36}`));
  expect(code).toBe(1);
});

test('ends with 0 above the minimum score, and with ignored differences', async () => {
  expect((await parity('another Location', ['--fail-under', '50'])).code).toBe(0);
  expect((await parity('another Location', ['--fail-under', '99.5'])).code).toBe(1);
  const known = await parity('another Location', ['--ignore', '* /headers/location']);
  expect(known.stdout).toMatch(/\d+ differences ignored by --ignore\./);
  expect(known.code).toBe(0);
});

test('writes the report as JSON and JUnit', async () => {
  const folder = await temporaryFolder();
  const { stdout } = await parity('a wrong total', ['--json', '--junit', 'report.xml'], folder);
  const report = JSON.parse(stdout);
  const list = report.operations.find(({ operation }: { readonly operation: string }) => operation === 'listTasks');
  expect(list.score).toBeLessThan(100);
  expect(list.differences).toContainEqual(
    expect.objectContaining({ field: '/body/total', reference: expect.objectContaining({ status: 200 }) }),
  );
  const junit = await readFile(join(folder, 'report.xml'), 'utf8');
  expect(junit).toMatch(/<testsuite name="Crew" tests="9" failures="\d+" errors="0" skipped="0"/);
  expect(junit).toContain('<failure type="/body/total"');
});

test('sends a recording instead, and runs contracts on both servers', async () => {
  const folder = await temporaryFolder();
  const server = await startCrew();
  const recording = recorder(server.url);
  await aDay(recording);
  await server.close();
  await writeFile(join(folder, 'day.har'), recording.har());
  const replayed = await parity(undefined, ['--recording', 'day.har'], folder);
  expect(replayed.stdout).toContain('14 requests to both');
  expect(replayed.stdout).toContain('1 of 9 operations were not recorded.');
  expect(replayed.code).toBe(0);
  expect((await parity('labels are sorted', ['--recording', 'day.har'], folder)).code).toBe(1);

  await mkdir(join(folder, 'contracts'));
  const contract = `export default {
    setup: async (server) => (await server.send('addPerson', { body: { name: 'Zoe' } })).body,
    request: (made) => ({ path: { personId: made.id } }),
  };`;
  await writeFile(join(folder, 'contracts', 'getPerson.ts'), contract);
  const args = ['--contracts', 'contracts', '--operations', 'getPerson', '--phases', 'examples', '--json'];
  const { stdout, code } = await parity(undefined, args, folder);
  expect(JSON.parse(stdout).score).toBe(100);
  expect(code).toBe(0);
});

test('compares with a mock server of the document if one URL is given', async () => {
  const { url, close } = await startCrew();
  const args = ['parity', CREW, url, '--different-data', '--operations', 'listPeople,getPerson', '--json'];
  const { code, stdout } = await understudy(args, { cwd: await temporaryFolder() }).ended;
  await close();
  const { candidate, operations } = JSON.parse(stdout);
  expect(candidate).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(operations.map(({ requests }: { readonly requests: number }) => requests > 0)).toEqual([true, true]);
  expect([0, 1]).toContain(code);
});

test('sends credentials only to their server, and prints none', async () => {
  const document = join(import.meta.dirname, '../support/notebook/notebook.yaml');
  const first = await startNotebook();
  const heard: unknown[] = [];
  const other = await startCrew({ onRequest: (_, __, ___, authorization) => void heard.push(authorization) });
  const args = ['parity', document, first.url, other.url, '--reference-auth', `key=${TOKEN}`, '--json'];
  const { code, stdout } = await understudy(args, { cwd: await temporaryFolder() }).ended;
  expect(heard.length).toBeGreaterThan(0);
  expect(JSON.stringify(heard)).not.toContain(TOKEN);
  expect(stdout).not.toContain(TOKEN);
  expect(code).toBe(1);
  await Promise.all([first, other].map(({ close }) => close()));
});

test.each([
  [['parity'], 'DOCUMENT is missing'],
  [['parity', CREW], 'REFERENCE is missing'],
  [['parity', CREW, 'nowhere'], 'is not the URL of a server'],
  [['parity', CREW, 'http://127.0.0.1:1', 'http://127.0.0.1:1'], 'Cannot reach http://127.0.0.1:1: connection refused'],
  [['parity', CREW, 'http://127.0.0.1:1', '--ignore', 'all'], '--ignore needs'],
  [['parity', CREW, 'http://127.0.0.1:1', '--fail-under', 'much'], '--fail-under needs a number'],
])('ends with 2 for %j', async (args, message) => {
  const { code, stderr } = await understudy(args, { cwd: await temporaryFolder() }).ended;
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test('does not add a base path that the URL already has', async () => {
  const folder = await temporaryFolder();
  const text = await readFile(CREW, 'utf8');
  await writeFile(
    join(folder, 'crew.yaml'),
    text.replace('paths:', 'servers: [{ url: https://crew.example/v1 }]\npaths:'),
  );
  const servers = await Promise.all([startCrew({ base: '/v1' }), startCrew({ base: '/v1' })]);
  const [first = '', second = ''] = servers.map(({ url }) => url);
  const args = [
    'parity',
    'crew.yaml',
    `${first}/v1`,
    second,
    '--phases',
    'examples',
    '--operations',
    'listPeople',
    '--require-tested',
  ];
  const { code, stdout, stderr } = await understudy(args, { cwd: folder }).ended;
  await Promise.all(servers.map(({ close }) => close()));
  expect(stderr).toContain(`${first}/v1 ends with the base path of the document, so /v1 is not added.`);
  expect(stdout).toContain('100 %  listPeople');
  expect(stdout).toContain(`reference ${first}, candidate ${second}`);
  expect(code).toBe(0);
});

test('the texts of error responses are compared only with --error-texts', async () => {
  const args = ['--operations', 'addPerson', '--phases', 'examples,boundaries'];
  const without = await parity(undefined, args);
  expect(without.stdout).toMatch(/, [1-9]\d* warnings? \(show/);
  expect(without.code).toBe(0);
  const compared = await parity(undefined, [...args, '--error-texts']);
  expect(compared.stdout).toContain('/body/message: reference "There is no such thing here"');
  expect(compared.code).toBe(1);
});

test('the same difference of several operations is one, with the names of all', async () => {
  const { stdout } = await parity('another error code', ['--phases', 'examples,scenarios']);
  const numbered = stdout.split('\n').filter((line) => /^\d+\. /.test(line));
  expect(numbered).toHaveLength(1);
  expect(stdout).toContain('1. getPerson (GET /people/{personId}) (2 times)');
  expect(stdout).toContain('   also in getTask\n');
  expect(stdout).toContain(', 1 difference');
});

test('Ctrl-C ends the first requests to a server that does not respond', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const command = understudy(['parity', CREW, url, url, '--timeout', '100'], { cwd: await temporaryFolder() });
  await once(silent, 'request');
  command.stop();
  expect((await command.ended).code).toBe(130);
  silent.closeAllConnections();
  silent.close();
});
