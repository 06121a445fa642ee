// What `understudy verify` rejects before it sends a request.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { startNotebook } from '../support/notebook/notebook.ts';
import { temporaryFolder } from '../support/temporary.ts';

const DOCUMENT = fileURLToPath(new URL('../support/notebook/notebook.yaml', import.meta.url));

test.each<[args: readonly string[], sentence: string]>([
  [[DOCUMENT, 'http://127.0.0.1:1'], 'understudy: Cannot reach http://127.0.0.1:1: connection refused.'],
  [[DOCUMENT, 'localhost:80'], '"localhost:80" is not the URL of a server: did you mean http://localhost:80?'],
  [
    [DOCUMENT, '--checks', 'respone-body'],
    'understudy: --checks: unknown check "respone-body"; did you mean response-body?',
  ],
  [[DOCUMENT, '--phases', 'boundarys'], 'understudy: --phases: unknown phase "boundarys"; did you mean boundaries?'],
  [
    [DOCUMENT, '--auth', 'key=env:NOBODY_SET_THIS'],
    'understudy: --auth key=env:NOBODY_SET_THIS: environment variable NOBODY_SET_THIS is not set.',
  ],
  [[DOCUMENT, '--auth', 'key'], 'understudy: --auth needs NAME=VALUE, such as --auth name=value.'],
  [[DOCUMENT, '--auth', 'kez=x'], '--auth: unknown security scheme "kez"; did you mean key?'],
  [[DOCUMENT, '--auth', 'key=file:nothing.txt'], 'understudy: --auth key=file:nothing.txt: file not found.'],
  [[DOCUMENT, '--client', 'key.id=x'], '--client key needs an id and a secret'],
  [
    [DOCUMENT, '--client', 'key=x'],
    'understudy: --client needs a security scheme and a key, such as --client key.id=… (keys: id, secret, token-url, scope, audience …).',
  ],
  [
    [DOCUMENT, '--client', 'key.id=x', '--client', 'key.secret=y'],
    'understudy: Cannot get a token for key: the document has no token URL (set it with --client key.token-url=…).',
  ],
  [
    [DOCUMENT, '--value', 'colur=pink'],
    'colur: no operation has a parameter or property of this name; did you mean colour?',
  ],
  [[DOCUMENT, '--values', 'nothing.yaml'], 'nothing.yaml cannot be read'],
  [[DOCUMENT, '--values', DOCUMENT], 'openapi: no operation has a parameter or property of this name'],
  [[DOCUMENT, '--contracts', 'nothing'], 'understudy: Contracts folder nothing not found.'],
  [[DOCUMENT, '--rate', '0'], 'understudy: --rate needs a number of requests per second, such as 10 or 0.5, not "0".'],
  [[DOCUMENT, '--allow-write'], 'Unknown flag --allow-write; did you mean --allow-writes?'],
  [[DOCUMENT, '--timeout'], '--timeout needs a value: --timeout SECONDS'],
  [[DOCUMENT, '--skip', 'everything'], 'understudy: --skip: unknown check "everything". Known:\n  response-received\n'],
  [[DOCUMENT, 'http://me:secret@localhost'], 'may have a path, but no user, query or fragment'],
  [[DOCUMENT, 'http://localhost?key=secret'], 'may have a path, but no user, query or fragment'],
  [
    [DOCUMENT, '--header', 'X'],
    "understudy: --header needs a name, a colon and a value, such as --header 'X-Tenant: 7'.",
  ],
  [
    [DOCUMENT, '--fail-under', 'keyword=9'],
    'understudy: --fail-under needs a percentage, or percentages by dimension (all, operations, statuses, mediaTypes, parameters, properties, values, branches, security, keywords), not "keyword=9".',
  ],
  [[DOCUMENT, '--timeout', '0'], '--timeout needs a whole number from 1 to 1000'],
  [[DOCUMENT, '--operations', 'listNote'], 'no operation "listNote"; did you mean listNotes?'],
  [[DOCUMENT, '--ca', 'nothing.pem'], 'understudy: --ca nothing.pem cannot be used: file not found.'],
  [['nothing.yaml'], 'nothing.yaml'],
])('understudy verify %j ends with 2 and a sentence', async (args, sentence) => {
  const { code, stderr } = await understudy(['verify', ...args], { cwd: await temporaryFolder() }).ended;
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/secret@|=secret/);
  expect(code).toBe(2);
});

test('the errors of the document are printed first, because the server may be right', async () => {
  const cwd = await temporaryFolder();
  const schema = { $ref: '#/components/schemas/Nte' };
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
  const security = [{ kez: [] }];
  const document = {
    ...{ openapi: '3.0.3', info: { title: 'Notes', version: '1' } },
    paths: { '/notes': { get: { operationId: 'listNotes', responses, security } } },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  };
  await writeFile(join(cwd, 'notes.json'), JSON.stringify(document));
  const { url, close } = await startNotebook();
  onTestFinished(close);
  const { stdout, stderr } = await understudy(['verify', 'notes.json', url], { cwd }).ended;
  const [intro, reference, scheme] = stderr.split('\n');
  expect(intro).toBe('understudy: notes.json has 2 errors; correct them first, because the server may be right:');
  expect(reference).toMatch(
    /^ {2}notes\.json:1:\d+ {2}error {2}reference {2}#\/components\/schemas\/Nte cannot be resolved/,
  );
  expect(scheme).toMatch(/^ {2}notes\.json:1:\d+ {2}error {2}security-scheme {2}security scheme "kez" is not defined/);
  expect(stdout).toContain(
    'no credentials for kez (--auth kez=…); security scheme "kez" is not defined; did you mean key?\n',
  );
});
