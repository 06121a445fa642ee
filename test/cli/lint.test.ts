// `understudy lint` where Spectral is not installed.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lint } from '../../src/cli/documents/lint.ts';
import type { CommandIO } from '../../src/cli/io.ts';
import { isSpectralInstalled } from '../../src/lint/spectral.ts';
import { understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function linted(
  args: readonly string[],
  paths: object = { '/a': 1 },
  more: object = {},
  env: Readonly<Record<string, string>> = {},
) {
  const path = join(await temporaryFolder(), 'pets.json');
  await writeFile(path, JSON.stringify({ openapi: '3.0.3', info: { title: 'Pets', version: '1' }, paths, ...more }));
  const message = { out: '', err: '' };
  const io: CommandIO = {
    stdin: (async function* () {})(),
    stdout: { write: (text) => (message.out += text) },
    stderr: { write: (text) => (message.err += text) },
    env,
    onStop: () => () => undefined,
  };
  const code = await lint([...args, path], io, false);
  return { ...message, code };
}

test('Spectral is resolved from a given location', () => {
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
    const get = { responses: { 200: json({ type: 'string', format: 'tag', example: 1 }) } };
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

test('no hint is printed with --own', async () => {
  expect((await linted(['--own'])).err).toBe('');
});

const get = (operationId: string, more: object = {}) => ({
  get: { operationId, responses: { 204: { description: '' } }, ...more },
});
const inPath = (name: string) => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
});
const securitySchemes = { bearerAuth: { type: 'http', scheme: 'bearer' } };

test.each<[paths: object, messages: readonly string[]]>([
  [
    { '/a': get('a'), '/b': get('a') },
    ['operation-id  operationId "a" is already used by GET /a; GET /b is named getB (/paths/~1b/get/operationId)'],
  ],
  [
    { '/a/{aId}': get('a', inPath('id')) },
    [
      'path-parameter  any text is accepted for {aId}: the path parameter aId is not declared (/paths/~1a~1{aId}/get)',
      'path-parameter  path parameter id is ignored: the path /a/{aId} does not have {id} (/paths/~1a~1{aId}/get/parameters/0)',
    ],
  ],
  [
    { '/a/{x}': get('a', inPath('x')), '/a/{y}': get('b', inPath('y')) },
    ['same-path  is the same path as /a/{x}, which handles GET (/paths/~1a~1{y})'],
  ],
  [
    { '/a': get('a', { security: [{ bearer: [] }] }) },
    [
      'security-scheme  security scheme "bearer" is not defined; did you mean bearerAuth? (/paths/~1a/get/security/0/bearer)',
    ],
  ],
  [
    { '/a': get('a', { security: [{ other: [] }, { 'https://example.com/schemes#bearer': [] }] }) },
    ['security-scheme  security scheme "other" is not defined (/paths/~1a/get/security/0/other)'],
  ],
])('a violation of the OpenAPI specification is an error: %j', async (paths, messages) => {
  const { code, out } = await linted(['--own', '--least', 'error', '--fail-on', 'error'], paths, {
    components: { securitySchemes },
  });
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => line.split('  error  ')[1]),
  ).toEqual(messages);
  expect(code).toBe(1);
});

test('a misspelt field is reported with the nearest name, and not also as missing', async () => {
  const { out } = await linted(['--own', '--least', 'error', '--format', 'text'], {
    '/a': { get: { operationId: 'a', reponses: {} }, put: { operationId: 'b', colour: 1 } },
  });
  const messages = out
    .trim()
    .split('\n')
    .map((line) => line.split('  openapi-schema  ')[1]);
  expect(messages).toEqual([
    '"reponses" is not an OpenAPI field; did you mean responses? (/paths/~1a/get/reponses)',
    '"responses" is required (/paths/~1a/put/responses)',
    '"colour" is not an OpenAPI field (/paths/~1a/put/colour)',
  ]);
});

test('findings are annotations in a GitHub workflow, unless another format is chosen', async () => {
  const env = { GITHUB_ACTIONS: 'true' };
  expect((await linted(['--own'], undefined, {}, env)).out).toMatch(/^::error .*title=openapi-schema::/m);
  expect((await linted(['--own', '--format', 'text'], undefined, {}, env)).out).not.toContain('::error');
});

test('the only document of a folder is the default', async () => {
  const cwd = await temporaryFolder();
  expect(await understudy(['lint', '--own'], { cwd }).ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No OpenAPI document found here'),
  });
  await writeFile(join(cwd, 'pets.json'), JSON.stringify({ openapi: '3.0.3', info: { title: 'Pets' }, paths: {} }));
  expect((await understudy(['lint', '--own'], { cwd }).ended).stdout).toContain('pets.json:');
});

test('a finding about fixtures names their folder as it is typed here', async () => {
  const cwd = await temporaryFolder();
  const pet = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  const content = { 'application/json': { schema: { type: 'array', items: pet }, example: [] } };
  const paths = {
    '/pets': { get: { responses: { 200: { description: '', content }, default: { description: '' } } } },
  };
  const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths };
  await writeFile(join(cwd, 'pets.json'), JSON.stringify(document));
  await mkdir(join(cwd, 'fixtures'));
  await writeFile(join(cwd, 'fixtures', 'cats.json'), '[]');
  const { stdout } = await understudy(['lint', '--own', 'pets.json'], { cwd }).ended;
  expect(stdout).toContain(
    'fixtures:1:1  warn  fixture  Ignored in fixtures: cats.json (unknown collection; expected pets.json).\n',
  );
});
