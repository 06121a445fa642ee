// Scopes that the document of an API declares, and tokens of programs.

import { expect, test } from 'vitest';
import { defineClient, defineLogin, type LoginUser } from '../../../src/index.ts';
import { send } from '../../support/mock-server.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';

const users: readonly LoginUser[] = [{ id: '1', loginName: 'ada@notes.test', displayName: 'Ada' }];
const job = defineClient({ id: 'job', name: 'Night job', secret: 'x', grantTypes: ['client_credentials'] });
const login = defineLogin<Record<never, never>>({ clients: () => [job], users: () => users });

const get = (scopes: readonly string[]) => ({
  get: { security: [{ oauth: scopes }], responses: jsonAnswers({ 200: { type: 'object' } }) },
});
const flows = {
  clientCredentials: { tokenUrl: '/oauth/v2/token', scopes: { 'notes:read': 'Read', 'notes:all': 'All' } },
};
const DOCUMENT = documentOf(
  { '/notes': get(['notes:read']), '/me': get([]) },
  { components: { securitySchemes: { oauth: { type: 'oauth2', flows } } } },
);
const served = (more: object = {}) =>
  ownMockServer(
    DOCUMENT,
    { getNotes: () => ({}), getMe: ({ caller }: { caller: object }) => caller },
    { login, ...more },
  );

/** The response of the token endpoint to a program. */
async function requestToken(server: Awaited<ReturnType<typeof served>>, scope?: string) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) });
  const headers = { authorization: `Basic ${btoa('job:x')}` };
  const request = new Request('http://localhost/oauth/v2/token', { method: 'POST', body, headers });
  return (await (await server.fetch(request)).json()) as { access_token: string; scope?: string };
}

test('a program gets a token for itself by client credentials', async () => {
  const server = await served();
  const { access_token: token } = await requestToken(server);
  const { body } = await send(server, 'GET', '/me', { token });
  expect(body).toEqual({ scheme: 'oauth', id: 'job', name: 'Night job', scopes: [] });
});

test('scopes of the document are known, and required where an operation names them', async () => {
  const server = await served();
  const { access_token: token, scope } = await requestToken(server, 'notes:read notes:all other');
  expect(scope).toBe('notes:read notes:all');
  expect((await send(server, 'GET', '/notes', { token })).status).toBe(200);
  const without = await requestToken(server, 'notes:all');
  const rejected = await send(server, 'GET', '/notes', { token: without.access_token });
  expect(rejected.status).toBe(403);
  expect(rejected.headers.get('www-authenticate')).toContain('the token lacks the scope notes:read');
  expect((await send(server, 'GET', '/me', { token: without.access_token })).status).toBe(200);
});

test('isScope of the login replaces the scopes of the document', async () => {
  const server = await served({ login: { ...login, isScope: () => false } });
  const { access_token: token, scope } = await requestToken(server, 'notes:read');
  expect(scope).toBeUndefined();
  expect((await send(server, 'GET', '/notes', { token })).status).toBe(200);
});
