// What `understudy verify` rejects before it sends a request.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const DOCUMENT = fileURLToPath(new URL('../support/notebook/notebook.yaml', import.meta.url));

test.each<[args: readonly string[], sentence: string]>([
  [[DOCUMENT, 'http://127.0.0.1:1'], 'http://127.0.0.1:1 cannot be held against a document: nobody answers there.'],
  [[DOCUMENT, 'localhost:80'], '"localhost:80" is no address of a server: http://localhost:80 may be meant.'],
  [[DOCUMENT, '--checks', 'respone-body'], 'there is no check "respone-body"; did you mean response-body?'],
  [[DOCUMENT, '--phases', 'boundarys'], 'there is no phase "boundarys"; did you mean boundaries?'],
  [[DOCUMENT, '--auth', 'key=env:NOBODY_SET_THIS'], 'the environment has no NOBODY_SET_THIS'],
  [[DOCUMENT, '--auth', 'key'], '--auth needs a name and a value'],
  [[DOCUMENT, '--auth', 'kez=x'], '--auth: there is no security scheme "kez"; did you mean key?'],
  [[DOCUMENT, '--auth', 'key=file:nothing.txt'], '--auth key=file:nothing.txt: file not found.'],
  [[DOCUMENT, '--client', 'key.id=x'], '--client key needs an id and a secret'],
  [[DOCUMENT, '--client', 'key=x'], '--client needs a security scheme and what is said of its client'],
  [
    [DOCUMENT, '--client', 'key.id=x', '--client', 'key.secret=y'],
    'There is no token for key: the document does not say where tokens are given (--client key.token-url=… does).',
  ],
  [[DOCUMENT, '--value', 'colur=pink'], 'colur: no operation has it; did you mean colour?'],
  [[DOCUMENT, '--values', 'nothing.yaml'], 'nothing.yaml cannot be read'],
  [[DOCUMENT, '--values', DOCUMENT], 'openapi: no operation has it'],
  [[DOCUMENT, '--contracts', 'nothing'], 'There is no folder nothing of contracts.'],
  [[DOCUMENT, '--rate', '0'], '--rate needs a number of requests for a second'],
  [[DOCUMENT, '--allow-write'], 'There is no flag --allow-write; did you mean --allow-writes?'],
  [[DOCUMENT, '--timeout'], "Option '--timeout <value>' argument missing"],
  [[DOCUMENT, '--skip', 'everything'], 'there is no check "everything". There are:\n  answered\n'],
  [[DOCUMENT, 'http://me:secret@localhost'], 'may have a path, but no user, no query and no fragment'],
  [[DOCUMENT, 'http://localhost?key=secret'], 'may have a path, but no user, no query and no fragment'],
  [[DOCUMENT, '--header', 'X'], '--header needs a header field'],
  [[DOCUMENT, '--fail-under', 'keyword=9'], '--fail-under takes a percentage, or some by respect (all, operations,'],
  [[DOCUMENT, '--timeout', '0'], '--timeout needs a whole number from 1 to 1000'],
  [[DOCUMENT, '--operations', 'listNote'], 'no operation "listNote"; did you mean listNotes?'],
  [[DOCUMENT, '--ca', 'nothing.pem'], '--ca nothing.pem cannot be used: file not found.'],
  [['nothing.yaml'], 'nothing.yaml'],
])('understudy verify %j ends with 2 and a sentence', async (args, sentence) => {
  const { code, stderr } = await understudy(['verify', ...args], { cwd: await temporaryFolder() }).ended;
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/secret@|=secret/);
  expect(code).toBe(2);
});
