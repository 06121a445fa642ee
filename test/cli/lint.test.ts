// `understudy lint` where Spectral is not installed.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lint } from '../../src/cli/documents/lint.ts';
import type { CommandIO } from '../../src/cli/io.ts';
import { isSpectralInstalled } from '../../src/lint/spectral.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function linted(args: readonly string[], paths: object = { '/a': 1 }) {
  const path = join(await temporaryFolder(), 'pets.json');
  await writeFile(path, JSON.stringify({ openapi: '3.0.3', info: { title: 'Pets', version: '1' }, paths }));
  const said = { out: '', err: '' };
  const io: CommandIO = {
    stdin: (async function* () {})(),
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
    env: {},
    onStop: () => () => undefined,
  };
  const code = await lint([...args, path], io, false);
  return { ...said, code };
}

test('Spectral is looked up from a place', () => {
  expect([isSpectralInstalled(), isSpectralInstalled('file:///nowhere/x.js')]).toEqual([true, false]);
});

test('our own rules are applied without Spectral, and the command that installs it is printed', async () => {
  const { code, out, err } = await linted([]);
  expect(code).toBe(1);
  expect(out).toContain('pets.json:');
  expect(err).toMatch(
    /^Using the built-in rules only. To add style rules: npm install --save-dev @stoplight\/spectral-cli@\S+\n$/,
  );
});

test('findings below the severity of --least are not listed, in no format', async () => {
  const lines = async (...args: readonly string[]) => {
    const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
    const get = { responses: { 200: json({ type: 'string', pattern: '(', example: 1 }) } };
    return (await linted(['--own', ...args], { '/b': { get } })).out.trim().split('\n');
  };
  const all = await lines();
  const severities = (listed: readonly string[]) => listed.map((line) => line.split('  ')[1]);
  expect(severities(all)).toEqual(['info', 'info', 'warn']);
  expect(await lines('--least', 'info')).toHaveLength(3);
  expect(severities(await lines('--least', 'warn'))).toEqual(['warn']);
  expect((await lines('--least', 'error')).join()).toMatch(/pets\.json: no findings of severity error or above$/);
  expect((await lines('--least', 'warn', '--json')).join('')).not.toMatch(/"severity": *"info"/);
});

test('nothing is printed where our own rules were asked for', async () => {
  expect((await linted(['--own'])).err).toBe('');
});
