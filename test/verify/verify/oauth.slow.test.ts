// OAuth tokens by client credentials.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject, SecuritySchemeObject } from '../../../src/openapi/objects.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import type { OAuthClient } from '../../../src/verify/oauth/client.ts';
import { createBearer, withTokens } from '../../../src/verify/oauth/with-tokens.ts';
import { createTarget } from '../../../src/verify/target.ts';
import type { OperationVerdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { type AuthorizationSettings, startAuthorizationServer } from '../../support/authorization-server.ts';
import { documentSource } from '../../support/document-source.ts';
import { type NotebookFault, startNotebook, TOKEN } from '../../support/notebook/notebook.ts';

const PATH = fileURLToPath(new URL('../../support/notebook/notebook.yaml', import.meta.url));
const notebook = (await openDocument(PATH)).bundled;
const SHARED = {
  areIsolated: false,
  withSandbox: <T>(work: (sandbox: Readonly<Record<string, string>>) => Promise<T>) => work({}),
};
const FLOWS: SecuritySchemeObject = {
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: { read: 'Reads', write: 'Writes' } } },
};
const CLIENT = { id: 'the client', secret: 'a:secret/ü' };

/** The notebook with a security scheme: reads require one scope, other operations two. */
function documentWith(scheme: SecuritySchemeObject) {
  const { paths, ...others } = structuredClone(notebook) as unknown as DocumentObject;
  for (const item of Object.values(paths ?? {}))
    for (const [method, operation] of Object.entries(item ?? {}))
      if (typeof operation === 'object' && operation && 'operationId' in operation)
        Object.assign(operation, { security: [{ key: method === 'get' ? ['read'] : ['write', 'read'] }] });
  return createDocument(
    documentSource({
      ...others,
      paths,
      components: { ...others.components, securitySchemes: { key: scheme } },
    } as DocumentObject),
  );
}

async function verdictWith(
  settings: Partial<AuthorizationSettings> = {},
  {
    scheme = FLOWS,
    client = CLIENT,
    fault,
  }: {
    readonly scheme?: SecuritySchemeObject;
    readonly client?: OAuthClient;
    readonly fault?: NotebookFault;
  } = {},
) {
  const api = await startNotebook(fault);
  const server = await startAuthorizationServer(api.handler, { known: TOKEN, ...settings });
  const bearer = createBearer('key', scheme, client, { server: server.url, target: {} });
  const target = withTokens(createTarget(server.url), [bearer]);
  try {
    const document = documentWith(scheme);
    const credentials = new Map([['key', bearer.mark]]);
    const more = { credentials, allowWrites: true, maxBoundaryRequests: 8, randomRequests: 10, concurrency: 4 };
    const { operations } = await verify({ document, target, sandboxes: SHARED, ...more });
    return { ...server, bearer, operations };
  } finally {
    target.close();
    await server.close();
    await api.close();
  }
}

const outcomes = (operations: readonly OperationVerdict[]) =>
  Object.fromEntries(operations.map(({ operation, outcome, reason }) => [operation.id, reason ?? outcome]));
const ALL_KEPT = {
  listNotes: 'passed',
  addNote: 'passed',
  getNote: 'passed',
  replaceNote: 'passed',
  removeNote: 'passed',
};

test('each operation gets a token for its scopes, requested once per set of scopes', async () => {
  const { operations, requested } = await verdictWith();
  expect(outcomes(operations)).toEqual(ALL_KEPT);
  const pair = Buffer.from('the+client:a%3Asecret%2F%C3%BC').toString('base64');
  expect(requested.map(({ form }) => form.scope).toSorted()).toEqual(['read', 'write read']);
  expect(requested[0]).toMatchObject({ authorization: `Basic ${pair}`, form: { grant_type: 'client_credentials' } });
});

test('exchanges contain a placeholder instead of the token', async () => {
  const { operations, bearer } = await verdictWith({}, { fault: 'a string instead of a number' });
  const calls = operations.flatMap(({ findings: found }) =>
    found.map(({ exchange }) => exchange.request.headers.flat().join(' ')),
  );
  expect(calls).toContainEqual(expect.stringContaining(`Bearer ${bearer.mark}`));
  for (const token of ['given-token-1', 'given-token-2']) {
    expect(bearer.tokens.all).toContain(token);
    expect(calls.join('')).not.toContain(token);
  }
});

test('given parameters override the scope of the token request', async () => {
  const client = { ...CLIENT, parameters: { scope: 'everything', audience: 'https://api.example.com' } };
  const { operations, requested } = await verdictWith({}, { client });
  expect(outcomes(operations)).toEqual(ALL_KEPT);
  expect(requested.map(({ form }) => form)).toEqual([
    { grant_type: 'client_credentials', scope: 'everything', audience: 'https://api.example.com' },
  ]);
});

test('a token is renewed before it expires', async () => {
  const { operations, requested } = await verdictWith({ more: { expires_in: 0.005 } });
  expect(outcomes(operations)).toEqual(ALL_KEPT);
  expect(requested.length).toBeGreaterThan(2);
});

test('a revoked token is renewed, without a finding', async () => {
  const { operations, requested } = await verdictWith({ uses: 7 });
  expect(outcomes(operations)).toEqual(ALL_KEPT);
  expect(operations.flatMap(({ findings: found }) => found)).toEqual([]);
  expect(requested.length).toBeGreaterThan(4);
  const rejections = (all: readonly OperationVerdict[]) => all.map(({ statuses }) => statuses.get(401));
  expect(rejections(operations)).toEqual(rejections((await verdictWith()).operations));
});

test('operations of a rejected scope are not tested, without a finding', async () => {
  const reject: AuthorizationSettings['reject'] = ({ form }) =>
    form.scope === 'read'
      ? undefined
      : { status: 400, body: { error: 'invalid_scope', error_description: 'not yours' } };
  const { operations, url } = await verdictWith({ reject });
  const reason = `no token for key: ${url}/oauth/token returned 400: invalid_scope, not yours`;
  expect(outcomes(operations)).toMatchObject({ listNotes: 'passed', getNote: 'passed', addNote: reason });
  expect(operations.flatMap(({ findings: found }) => found)).toEqual([]);
});

test.each([
  ['found by discovery', { token_endpoint_auth_methods_supported: ['client_secret_post'] }, 1],
  ['tried after a rejection', {}, 2],
])('a client authenticates in the body without Basic, %s', async (_, metadata, times) => {
  const scheme: SecuritySchemeObject = {
    type: 'openIdConnect',
    openIdConnectUrl: '/.well-known/openid-configuration',
  };
  const reject: AuthorizationSettings['reject'] = ({ form }) =>
    form.client_id === CLIENT.id && form.client_secret === CLIENT.secret
      ? undefined
      : { status: 401, body: { error: 'invalid_client' } };
  const client = { ...CLIENT, parameters: { scope: 'openid' } };
  const { operations, requested } = await verdictWith({ metadata, reject }, { scheme, client });
  expect(outcomes(operations)).toEqual(ALL_KEPT);
  expect(requested).toHaveLength(times);
});

const bearerFor = (
  scheme: SecuritySchemeObject | undefined,
  server = 'https://api.example.com',
  client: OAuthClient = CLIENT,
) => createBearer('key', scheme, client, { server, target: {} }).tokens.for([]);

test.each<[what: string, scheme: SecuritySchemeObject | undefined, message: RegExp, client?: OAuthClient]>([
  ['no token URL', { type: 'http', scheme: 'bearer' }, /has no token URL/],
  ['a token URL without TLS', flowAt('http://elsewhere.example/token'), /http:\/\/elsewhere.example\/token has no TLS/],
  ['an invalid token URL', flowAt('ftp://elsewhere.example/token'), /is not a valid token URL/],
  [
    'an unreachable URL',
    flowAt('http://127.0.0.1:1/token'),
    /no response from http:\/\/127.0.0.1:1\/token: connection refused/,
  ],
  [
    'a discovery URL without a token endpoint',
    undefined,
    /no response from http:\/\/127.0.0.1:1\/other/,
    { ...CLIENT, tokenUrl: 'http://127.0.0.1:1/other' },
  ],
])('reports a document with %s', async (_, scheme, message, client) => {
  await expect(bearerFor(scheme, undefined, client)).rejects.toThrow(message);
});

function flowAt(tokenUrl: string): SecuritySchemeObject {
  return { type: 'oauth2', flows: { clientCredentials: { tokenUrl } } };
}

test.each<[what: string, settings: Partial<AuthorizationSettings>, message: string]>([
  [
    'an unknown client',
    { reject: () => ({ status: 401, body: { error: 'invalid_client' } }) },
    'returned 401: invalid_client',
  ],
  ['a response that is not OAuth', { reject: () => ({ status: 200, body: 'hello' }) }, 'returned 200'],
  [
    'an error with the secret',
    { reject: () => ({ status: 400, body: { error: 'x', error_description: `${CLIENT.secret} is wrong` } }) },
    'returned 400: x, … is wrong',
  ],
  ['another token type', { more: { token_type: 'DPoP' } }, 'issues tokens of the unsupported type "DPoP"'],
  ['a token with a line break', { more: { access_token: 'a\nb' } }, 'issues a token that is invalid in a header'],
])('reports a server with %s', async (_, settings, message) => {
  const server = await startAuthorizationServer(() => undefined, { known: TOKEN, ...settings });
  await expect(bearerFor(FLOWS, server.url)).rejects.toThrow(`${server.url}/oauth/token ${message}`);
  await server.close();
});
