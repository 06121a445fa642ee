// `--baseline` and `--write-baseline` of `understudy verify`.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { type NotebookFault, startNotebook, TOKEN } from '../support/notebook/notebook.ts';
import { NOTEBOOK } from '../support/reports.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Runs the command against the server of notes. */
async function verify(cwd: string, fault: NotebookFault | undefined, args: readonly string[]) {
  const { url, close } = await startNotebook(fault);
  try {
    const auth = ['--auth', `key=${TOKEN}`, '--random', '5', '--allow-writes'];
    return await understudy(['verify', NOTEBOOK, url, ...auth, ...args], { cwd }).ended;
  } finally {
    await close();
  }
}

const READ = ['--operations', 'getNote'];
const WRITE = ['--baseline', 'known.json', '--write-baseline'];
const FAULT = 'a string instead of a number';

async function known(cwd: string) {
  return JSON.parse(await readFile(join(cwd, 'known.json'), 'utf8'));
}

test('known findings do not fail the run, also with another seed', async () => {
  const cwd = await temporaryFolder();
  const written = await verify(cwd, FAULT, [...READ, ...WRITE]);
  expect([written.code, written.stderr]).toEqual([0, expect.stringContaining('wrote 1 known finding to known.json.')]);
  expect(await known(cwd)).toEqual({
    version: 1,
    findings: [
      {
        ids: [expect.stringMatching(/^[0-9a-f]{32}$/)],
        operation: 'getNote',
        method: 'GET',
        path: expect.any(String),
        check: 'response-body',
        status: 200,
        message: expect.any(String),
      },
    ],
  });
  const again = await verify(cwd, FAULT, [...READ, '--baseline', 'known.json', '--seed', 'other']);
  expect(again.code).toBe(0);
  expect(again.stdout).toMatch(/^passed {6}getNote {2}.*, 1 known finding/m);
  expect(again.stdout).toMatch(/, 0 findings, 1 known finding/);
});

test('a new finding fails the run, and a resolved one is reported', async () => {
  const cwd = await temporaryFolder();
  await verify(cwd, FAULT, [...READ, ...WRITE]);
  const other = await verify(cwd, 'a required property missing', [...READ, '--baseline', 'known.json']);
  expect(other.code).toBe(1);
  expect(other.stdout).toMatch(/, 1 finding[,.]/);
  expect(other.stderr).toContain(
    'understudy: 1 known finding not found any more; remove them with --write-baseline from known.json:\n  response-body: getNote: ',
  );
});

test('a finding that was not tested again remains in the file, unresolved', async () => {
  const cwd = await temporaryFolder();
  await verify(cwd, FAULT, [...READ, ...WRITE]);
  const before = await known(cwd);
  for (const args of [
    ['--operations', 'listNotes'],
    [...READ, '--skip', 'response-body'],
    [...READ, '--phases', 'examples'],
  ]) {
    const { stderr } = await verify(cwd, undefined, [...args, ...WRITE]);
    expect(stderr).not.toContain('not found any more');
    expect(await known(cwd)).toEqual(before);
  }
  const { stderr } = await verify(cwd, undefined, [...READ, ...WRITE]);
  expect(stderr).toContain('1 known finding not found any more; removed from known.json');
  expect(await known(cwd)).toEqual({ version: 1, findings: [] });
});

test.each<[what: string, content: string | undefined, args: readonly string[], error: string]>([
  ['a missing file', undefined, ['--baseline', 'known.json'], '--baseline known.json: file not found; create it'],
  ['another file', '{"version":2,"findings":[]}', ['--baseline', 'known.json'], 'known.json is not a baseline'],
  ['a broken file', '{', ['--baseline', 'known.json', '--write-baseline'], 'known.json is not a baseline'],
  ['no file to write', undefined, ['--write-baseline'], '--write-baseline needs the file'],
])('%s is rejected before the run', async (_, content, args, error) => {
  const cwd = await temporaryFolder();
  if (content !== undefined) await writeFile(join(cwd, 'known.json'), content);
  const { code, stderr } = await understudy(['verify', NOTEBOOK, 'http://127.0.0.1:1', ...args], { cwd }).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining(error)]);
});
