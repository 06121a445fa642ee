// `understudy import`: fixtures, examples and contract cases from recordings.

import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMockServer } from '../../src/index.ts';
import { understudy } from '../support/command.ts';
import { CREW } from '../support/crew/compared.ts';
import { startCrew } from '../support/crew/crew.ts';
import { aDay, recorder } from '../support/crew/record.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A folder with a document and a recording of its server. */
async function recordedDay(): Promise<string> {
  const folder = await temporaryFolder();
  const server = await startCrew({ ids: 'drawn' });
  const recording = recorder(server.url);
  await aDay(recording);
  await server.close();
  await copyFile(CREW, join(folder, 'crew.yaml'));
  await writeFile(join(folder, 'day.har'), recording.har());
  return folder;
}

test('its files are served, replayed and verified', async () => {
  const cwd = await recordedDay();
  const requested = ['--fixtures', 'fixtures', '--examples', 'recorded.json', '--contracts', 'contracts'];
  const { code, stdout } = await understudy(['import', 'crew.yaml', 'day.har', ...requested], { cwd }).ended;
  expect(stdout).toContain('Fixtures in fixtures: 4 people, 6 tasks.');
  expect(stdout).toMatch(/Examples of \d+ requests in recorded\.json\./);
  expect(stdout).toMatch(/\d+ cases of \d+ operations in contracts\./);
  expect(code).toBe(0);
  const written = await Promise.all(
    ['fixtures/people.json', 'recorded.json', 'contracts/addPerson.ts'].map((file) =>
      readFile(join(cwd, file), 'utf8'),
    ),
  );
  expect(written.join('')).not.toContain('correct horse');

  const mockServer = await createMockServer({
    apis: [{ name: 'crew', document: join(cwd, 'crew.yaml'), infer: true, fixtures: join(cwd, 'fixtures') }],
  });
  const response = await mockServer.fetch(new Request('http://localhost/people'));
  const names = ((await response.json()) as readonly { readonly name: string }[]).map(({ name }) => name);
  expect(names).toEqual(['Ann', 'Ben', 'Cleo', 'Dora']);
  await mockServer.close();

  const lint = await understudy(['operations', 'crew.yaml', '--overlay', 'recorded.json'], { cwd }).ended;
  expect(lint.stderr).toBe('');
  const overlay = JSON.parse(written[1] ?? '');
  expect(overlay.overlay).toBe('1.0.0');
  expect(JSON.stringify(overlay)).toContain('"Paint twice"');
  const verified = await understudy(['verify', 'crew.yaml', '--phases', 'examples', '--json'], { cwd }).ended;
  const { operations } = JSON.parse(verified.stdout);
  const findings = operations.flatMap((one: { readonly findings: readonly unknown[] }) => one.findings);
  expect(findings).toEqual([]);
  expect(verified.code).toBe(0);
});

test('existing files are overwritten only with --replace', async () => {
  const cwd = await recordedDay();
  await writeFile(join(cwd, 'recorded.json'), 'mine');
  const args = ['import', 'crew.yaml', 'day.har', '--examples', 'recorded.json'];
  const { code, stderr } = await understudy(args, { cwd }).ended;
  expect(stderr).toContain('Nothing was written: these files exist:');
  expect(await readFile(join(cwd, 'recorded.json'), 'utf8')).toBe('mine');
  expect(code).toBe(2);
  expect((await understudy([...args, '--replace'], { cwd }).ended).code).toBe(0);
  expect(await readFile(join(cwd, 'recorded.json'), 'utf8')).toContain('"overlay"');
});

test('nothing is written if one of the files exists', async () => {
  const cwd = await recordedDay();
  await writeFile(join(cwd, 'recorded.json'), 'mine');
  const requested = ['--fixtures', 'fixtures', '--examples', 'recorded.json', '--contracts', 'contracts'];
  const { code, stderr } = await understudy(['import', 'crew.yaml', 'day.har', ...requested], { cwd }).ended;
  expect(stderr).toContain('Nothing was written: these files exist:');
  expect(code).toBe(2);
  expect((await readdir(cwd)).sort()).toEqual(['crew.yaml', 'day.har', 'recorded.json']);
});

test('text of a recording cannot control the terminal', async () => {
  const cwd = await recordedDay();
  const { log } = JSON.parse(await readFile(join(cwd, 'day.har'), 'utf8'));
  const [first] = log.entries;
  const strange = { ...first, request: { ...first.request, url: 'http://a/\u001b[2Jnowhere' } };
  await writeFile(join(cwd, 'odd.har'), JSON.stringify({ log: { ...log, entries: [...log.entries, strange] } }));
  const { stdout } = await understudy(['import', 'crew.yaml', 'odd.har', '--fixtures', 'fixtures'], { cwd }).ended;
  expect(stdout).toContain('nowhere');
  expect(stdout).not.toContain('\u001b');
});

test('recorded requests of a mock server are a recording', async () => {
  const cwd = await recordedDay();
  const mockServer = await createMockServer({ apis: [{ name: 'crew', document: CREW, infer: true }] });
  const { url } = await mockServer.listen();
  await fetch(`${url}/people`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Fay"}',
  });
  const { code } = await understudy(['import', 'crew.yaml', '--url', url, '--fixtures', 'own'], { cwd }).ended;
  await mockServer.close();
  expect(code).toBe(0);
  expect(await readdir(join(cwd, 'own'))).toEqual(['people.json']);
  expect(JSON.parse(await readFile(join(cwd, 'own/people.json'), 'utf8'))).toEqual([
    expect.objectContaining({ name: 'Fay' }),
  ]);
});

test.each([
  [['crew.yaml', 'day.har'], 'set --fixtures, --examples, --contracts or --workflow'],
  [['crew.yaml'], 'Name one recording: FILE (a HAR file), or --url'],
  [['crew.yaml', 'crew.yaml', '--fixtures', 'x'], 'crew.yaml is not a recording'],
  [['crew.yaml', 'nothing.har', '--fixtures', 'x'], 'nothing.har does not exist.'],
  [['crew.yaml', '--url', 'http://127.0.0.1:1', '--fixtures', 'x'], 'http://127.0.0.1:1'],
])('%j exits with 2 and the reason', async (args, message) => {
  const cwd = await recordedDay();
  const { code, stderr } = await understudy(['import', ...args], { cwd }).ended;
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});
