// `understudy verify` against a mock server whose login issues the tokens.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defineClient, defineLogin } from '../../src/index.ts';
import { understudy } from '../support/command.ts';
import { send } from '../support/mock-server.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../support/own-api.ts';
import { temporaryFolder } from '../support/temporary.ts';

const note = { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true } } };
const DOCUMENT = documentOf(
  { '/notes': { get: { operationId: 'listNotes', responses: jsonAnswers({ 200: { type: 'array', items: note } }) } } },
  {
    security: [{ login: [] }],
    components: { securitySchemes: { login: { type: 'http', scheme: 'bearer' } } },
  },
);
const login = defineLogin<Record<never, never>>({
  clients: () => [defineClient({ id: 'web' })],
  users: () => [{ id: '1', loginName: 'ada', displayName: 'Ada' }],
});

test('a token of the login is valid in all sandboxes of the run', async () => {
  const server = await ownMockServer(DOCUMENT, {}, { infer: true, login });
  const { url, close } = await server.listen();
  onTestFinished(() => close());
  const { token } = (await send(server, 'POST', '/_understudy/tokens', { token: undefined, body: { user: 'ada' } }))
    .body;
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'notes.json'), JSON.stringify(DOCUMENT));
  const { code, stdout } = await understudy(['verify', 'notes.json', url, '--auth', `login=${token}`], { cwd }).ended;
  expect(stdout).toContain('1 operation, 1 passed');
  expect(code).toBe(0);
});
