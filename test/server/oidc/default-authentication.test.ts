// Callers of an API that has a login and no `authenticate`.

import { expect, test } from 'vitest';
import { createMockServer, defineApi, defineClient, defineLogin, type LoginUser } from '../../../src/index.ts';
import { send } from '../../support/mock-server.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';

const users: readonly LoginUser[] = [
  { id: '1', loginName: 'ada@notes.test', displayName: 'Ada' },
  { id: '2', loginName: 'ben@notes.test', displayName: 'Ben' },
];
const note = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer', readOnly: true }, createdBy: { type: 'string', readOnly: true } },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const SCHEMES = {
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'x-key' },
      oauth: { type: 'openIdConnect', openIdConnectUrl: 'http://localhost/.well-known/openid-configuration' },
    },
  },
};
const DOCUMENT = documentOf(
  {
    '/notes': {
      get: {
        operationId: 'listNotes',
        security: [{ token: [] }, { key: [] }],
        responses: jsonAnswers({ 200: { type: 'array', items: note } }),
      },
      post: {
        operationId: 'addNote',
        security: [{ token: [] }],
        requestBody: json(note),
        responses: jsonAnswers({ 201: note }),
      },
    },
    '/caller': {
      get: {
        operationId: 'getCaller',
        security: [{ oauth: ['notes:read', 'unknown'] }],
        responses: jsonAnswers({ 200: {} }),
      },
    },
  },
  SCHEMES,
);

const login = defineLogin<Record<never, never>>({
  clients: () => [defineClient({ id: 'web' })],
  users: () => users,
  isScope: (scope) => scope === 'notes:read',
});

const notes = (more: object = {}) =>
  ownMockServer(DOCUMENT, { getCaller: ({ caller }: { caller: unknown }) => caller }, { infer: true, login, ...more });

type Server = Awaited<ReturnType<typeof notes>>;

async function tokenFor(server: Server, order: object = {}): Promise<string> {
  const body = { user: 'ada', ...order };
  return (await send(server, 'POST', '/_understudy/tokens', { token: undefined, body })).body.token;
}

const statusWith = async (server: Server, headers: Record<string, string>) =>
  (await server.fetch(new Request('http://localhost/notes', { headers }))).status;

test('issued tokens identify the user, whose name is stored', async () => {
  const server = await notes();
  const created = await send(server, 'POST', '/notes', { token: await tokenFor(server), body: {} });
  expect(created).toMatchObject({ status: 201, body: { createdBy: 'Ada' } });
  const caller = await send(server, 'GET', '/caller', { token: await tokenFor(server, { scopes: ['notes:read'] }) });
  expect(caller.body).toEqual({ scheme: 'oauth', id: '1', name: 'Ada', scopes: ['notes:read'] });
});

test('unknown bearer tokens are rejected, and so are those of other sandboxes', async () => {
  const server = await notes();
  const response = await server.fetch(
    new Request('http://localhost/notes', { headers: { authorization: 'Bearer any-token' } }),
  );
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
  const authorization = `Bearer ${await tokenFor(server)}`;
  expect(await statusWith(server, { authorization })).toBe(200);
  expect(await statusWith(server, { authorization, 'x-understudy-sandbox': 'other' })).toBe(401);
});

test('a rejected token has a reason: expired by the clock of the sandbox, logged out, or unknown', async () => {
  const server = await notes();
  const reasonFor = async (token: string) => {
    const { status, body } = await send(server, 'GET', '/notes', { token });
    return `${status} ${JSON.stringify(body)}`;
  };
  expect(await reasonFor('any-token')).toContain('unknown token in sandbox main');
  const token = await tokenFor(server);
  const { tokens } = (await send(server, 'GET', '/_understudy/tokens', { token: undefined })).body;
  await send(server, 'POST', '/_understudy/clock', { body: { set: '2999-01-01T00:00:00Z', frozen: true } });
  expect(await reasonFor(token)).toContain(
    `the token expired at ${tokens[0].expires} by the clock of sandbox main (now 2999-01-01T00:00:00.000Z)`,
  );
});

test('observers get the reason of a login that fails, for the terminal', async () => {
  const reasons: unknown[] = [];
  const onResponse = ({ reason }: { readonly reason?: () => string | undefined }) => void reasons.push(reason?.());
  const server = await ownMockServer(DOCUMENT, { getCaller: () => ({}) }, { infer: true, login }, { onResponse });
  const query = 'client_id=web&redirect_uri=http%3A%2F%2Flocalhost%2Felsewhere&response_type=code&scope=openid';
  await server.fetch(new Request(`http://localhost/oauth/v2/authorize?${query}`));
  expect(reasons).toEqual([expect.stringContaining('has no redirect URI http://localhost/elsewhere; it has none')]);
});

test('a token without a scope that the login knows is rejected with 403', async () => {
  const server = await notes();
  const token = await tokenFor(server, { scopes: ['openid'] });
  expect((await send(server, 'GET', '/caller', { token })).status).toBe(403);
});

test('a token without a login has the scopes that the document requires and the login knows', async () => {
  const server = await notes();
  const caller = await send(server, 'GET', '/caller', { token: await tokenFor(server) });
  expect(caller.body.scopes).toContain('notes:read');
});

test('listed credentials and those of other schemes are accepted as without a login', async () => {
  const server = await notes({ credentials: [{ scheme: 'token', value: 'listed', name: 'Resi' }] });
  expect(await statusWith(server, { authorization: 'Bearer listed' })).toBe(200);
  expect(await statusWith(server, { authorization: 'Bearer other' })).toBe(401);
  expect(await statusWith(await notes(), { 'x-key': 'any' })).toBe(200);
});

test('the only client is the default of tokens, so userinfo accepts them', async () => {
  const server = await notes();
  const headers = { authorization: `Bearer ${await tokenFor(server)}` };
  const response = await server.fetch(new Request('http://localhost/oidc/v1/userinfo', { headers }));
  expect(await response.json()).toEqual({ sub: '1' });
});

test('unknown options of a login are rejected', async () => {
  await expect(notes({ login: { ...login, asertions: () => ({}) } })).rejects.toMatchObject({
    problems: ['its login has an unknown option asertions; did you mean assertions?'],
  });
});

test('fields of users that are missing or have no effect are reported at start', async () => {
  const notices: string[] = [];
  const odd = [{ id: '1', loginName: 'ada', email: 'ada@notes.test', roles: [] }] as unknown as LoginUser[];
  const client = { ...defineClient({ id: 'web' }), redirects: [] };
  const api = defineApi({
    name: 'own',
    document: { location: 'own.json', text: JSON.stringify(DOCUMENT) },
    infer: true,
    login: defineLogin({ clients: () => [client], users: () => odd }),
  });
  const server = await createMockServer({ apis: [api], onNotice: (notice) => void notices.push(notice) });
  await server.listen({ port: 0 });
  await server.close();
  expect(notices).toEqual([
    'own: user 1 of the login has no displayName',
    'own: ignored fields of login users: email, roles; for claims, see assertions of defineLogin',
    'own: ignored fields of login clients: redirects',
  ]);
});
