// Authentication by the security schemes of a document, without authenticate of the API.

import { describe, expect, test } from 'vitest';
import { ApiError, type Call, type Credential, createMockServer } from '../../../src/index.ts';
import { send } from '../../support/mock-server.ts';
import { documentOf, jsonAnswers, type OwnApi, ownApi, ownMockServer } from '../../support/own-api.ts';

const SCHEMES = {
  header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api_key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'Bearer' },
  digest: { type: 'http', scheme: 'digest' },
  oauth: {
    type: 'oauth2',
    flows: { implicit: { authorizationUrl: 'https://example.com', scopes: { read: '', write: '' } } },
  },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com' },
};

/** A document with `GET /me`, which requires one of these. */
function documentFor(security: object[] | undefined, more: object = {}): object {
  const operation = {
    operationId: 'me',
    ...(security && { security }),
    responses: jsonAnswers({ 200: {}, default: {} }),
  };
  return documentOf({ '/me': { get: operation } }, { components: { securitySchemes: SCHEMES }, ...more });
}

/** The response of `GET /me`, which names the caller. */
async function requested(
  security: object[] | undefined,
  {
    headers = {},
    path = '/me',
    api,
    more,
  }: { headers?: Record<string, string>; path?: string; api?: Partial<OwnApi>; more?: object } = {},
) {
  const me = ({ caller }: { caller: unknown }) => ({ caller: caller ?? 'nobody' });
  const mockServer = await ownMockServer(documentFor(security, more), { me }, api);
  const response = await send(mockServer, 'GET', path, { token: undefined, headers });
  return { ...response, challenge: response.headers.get('www-authenticate'), mockServer };
}

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a caller', () => {
  test.each<[string, object, { headers?: Record<string, string>; path?: string }, object]>([
    ['an API key in the header', { header: [] }, { headers: { 'x-api-key': 'k' } }, { scheme: 'header' }],
    ['an API key in the query', { query: [] }, { path: '/me?api_key=k' }, { scheme: 'query' }],
    ['an API key in a cookie', { cookie: [] }, { headers: { cookie: 'a=b; session=k' } }, { scheme: 'cookie' }],
    ['a user and a password', { basic: [] }, { headers: basic('resi:s:e') }, { scheme: 'basic', name: 'resi' }],
    ['a bearer token', { bearer: [] }, { headers: bearer('abc') }, { scheme: 'bearer' }],
    ['a bearer token, in any case', { bearer: [] }, { headers: { authorization: 'bearer abc' } }, { scheme: 'bearer' }],
    [
      'the value of another HTTP scheme',
      { digest: [] },
      { headers: { authorization: 'Digest a="b"' } },
      { scheme: 'digest' },
    ],
    ['an OAuth 2.0 token', { oauth: ['read'] }, { headers: bearer('abc') }, { scheme: 'oauth', scopes: ['read'] }],
    [
      'an OpenID Connect token',
      { oidc: ['a', 'b'] },
      { headers: bearer('abc') },
      { scheme: 'oidc', scopes: ['a', 'b'] },
    ],
    [
      'two schemes together',
      { header: [], oauth: ['read'] },
      { headers: { 'x-api-key': 'k', ...bearer('abc') } },
      { scheme: 'header', scopes: ['read'] },
    ],
  ])('is authenticated by %s', async (_, security, request, caller) => {
    const { status, body } = await requested([security], request);
    expect({ status, body }).toEqual({ status: 200, body: { caller: { scopes: [], ...caller } } });
  });

  test.each<[string, object, { headers?: Record<string, string>; path?: string }, string, string]>([
    [
      'no key in the header',
      { header: [] },
      {},
      'ApiKey realm="Own", in="header", name="X-API-Key"',
      'the header X-API-Key',
    ],
    ['an empty key', { header: [] }, { headers: { 'x-api-key': '' } }, 'ApiKey', 'the header X-API-Key'],
    [
      'no key in the query',
      { query: [] },
      {},
      'ApiKey realm="Own", in="query", name="api_key"',
      'the query parameter api_key',
    ],
    ['no cookie', { cookie: [] }, { headers: { cookie: 'a=b' } }, 'name="session"', 'the cookie session'],
    ['no password', { basic: [] }, {}, 'Basic realm="Own", charset="UTF-8"', 'Authorization: Basic'],
    [
      'an invalid password',
      { basic: [] },
      { headers: { authorization: 'Basic %%%' } },
      'Basic',
      'malformed Basic credentials',
    ],
    ['a password without a user', { basic: [] }, { headers: basic('resi') }, 'Basic', 'malformed Basic credentials'],
    ['no token', { bearer: [] }, {}, 'Bearer realm="Own"', 'Authorization: Bearer'],
    ['another scheme', { bearer: [] }, { headers: basic('a:b') }, 'Bearer realm="Own"', 'Authorization: Bearer'],
    [
      'an empty token',
      { bearer: [] },
      { headers: { authorization: 'Bearer' } },
      'error="invalid_request"',
      'no credentials after Bearer',
    ],
    ['two tokens', { bearer: [] }, { headers: bearer('a b') }, 'error="invalid_request"', 'malformed bearer token'],
    [
      'no OAuth 2.0 token',
      { oauth: ['read', 'write'] },
      {},
      'Bearer realm="Own", scope="read write"',
      'Authorization: Bearer',
    ],
    ['no value of another scheme', { digest: [] }, {}, 'digest realm="Own"', 'Authorization: digest'],
    [
      'one of two required schemes',
      { header: [], bearer: [] },
      { headers: { 'x-api-key': 'k' } },
      'Bearer',
      'X-API-Key and Authorization',
    ],
  ])('with %s is rejected', async (_, security, request, challenge, message) => {
    const response = await requested([security], request);
    expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(response.challenge).toContain(challenge);
    expect(response.body.detail).toContain(message);
  });

  test('gets all accepted schemes in the challenge, each once', async () => {
    const { challenge, body } = await requested([
      { header: [] },
      { oauth: ['read'] },
      { oidc: ['read'] },
      { basic: [] },
    ]);
    expect(challenge).toBe(
      'ApiKey realm="Own", in="header", name="X-API-Key", Bearer realm="Own", scope="read", Basic realm="Own", charset="UTF-8"',
    );
    expect(body.detail).toBe(
      'Authentication required: send the header X-API-Key, or Authorization: Bearer <token>, or Authorization: Basic <user:password in Base64> (any value is accepted)',
    );
  });

  test('can use any of several schemes', async () => {
    const security = [{ header: [] }, { oauth: ['read'] }];
    expect((await requested(security, { headers: bearer('abc') })).body.caller).toMatchObject({ scheme: 'oauth' });
    expect((await requested(security, { headers: { 'x-api-key': 'k' } })).body.caller).toMatchObject({
      scheme: 'header',
    });
  });

  test('gets the realm in characters that are valid in a header', async () => {
    const info = { title: 'Haus "Tür" \\ 日本', version: '1' };
    const { challenge } = await requested([{ bearer: [] }], { more: { info } });
    expect(challenge).toBe('Bearer realm="Haus \\"Tr\\" \\\\ "');
  });

  test('needs no credentials if the document requires none', async () => {
    expect(await requested(undefined)).toMatchObject({ status: 200, body: { caller: 'nobody' } });
    expect(await requested([], { more: { security: [{ header: [] }] } })).toMatchObject({ status: 200 });
    expect(await requested(undefined, { more: { security: [{ header: [] }] } })).toMatchObject({ status: 401 });
  });

  test('may omit credentials if the document makes them optional', async () => {
    const security = [{}, { bearer: [] }];
    expect((await requested(security)).body.caller).toBe('nobody');
    expect((await requested(security, { headers: bearer('abc') })).body.caller).toMatchObject({ scheme: 'bearer' });
    expect(await requested(security, { headers: { authorization: 'Bearer' } })).toMatchObject({ status: 401 });
  });

  test('who sends credentials of another HTTP scheme is not anonymous', async () => {
    const rejected = await requested([{ bearer: [] }, {}], { headers: basic('resi:secret') });
    expect(rejected).toMatchObject({ status: 401, challenge: 'Bearer realm="Own"' });
    expect(rejected.body.detail).toContain('send Authorization: Bearer <token>');
    const nobody = { status: 200, body: { caller: 'nobody' } };
    expect(await requested([{ bearer: [] }, {}], { headers: { authorization: '' } })).toMatchObject(nobody);
    expect(await requested([{ header: [] }, {}], { headers: basic('resi:secret') })).toMatchObject(nobody);
    const either = [{ bearer: [] }, { basic: [] }, {}];
    expect(await requested(either, { headers: basic('resi:secret') })).toMatchObject({
      body: { caller: { name: 'resi' } },
    });
  });
});

describe('listed credentials', () => {
  const credentials: readonly Credential[] = [
    { value: 'key-resi', name: 'Resi', scheme: 'header' },
    { user: 'vroni', password: 'secret', scopes: [] },
    { value: 'token-read', name: 'Reader', scopes: ['read'] },
    { value: 'token-all' },
  ];
  const api = { credentials };

  test.each<[string, object, Record<string, string>, object]>([
    ['a key', { header: [] }, { 'x-api-key': 'key-resi' }, { scheme: 'header', name: 'Resi' }],
    ['a password', { basic: [] }, basic('vroni:secret'), { scheme: 'basic', name: 'vroni', scopes: [] }],
    ['a token', { oauth: ['read'] }, bearer('token-read'), { scheme: 'oauth', name: 'Reader', scopes: ['read'] }],
    [
      'a token without a list of scopes',
      { oauth: ['read', 'write'] },
      bearer('token-all'),
      { scopes: ['read', 'write'] },
    ],
  ])('accept %s', async (_, security, headers, caller) => {
    expect(await requested([security], { headers, api })).toMatchObject({ status: 200, body: { caller } });
  });

  test.each<[string, object, Record<string, string>]>([
    ['an unknown key', { header: [] }, { 'x-api-key': 'key-vroni' }],
    ['a key of another scheme', { bearer: [] }, bearer('key-resi')],
    ['a wrong password', { basic: [] }, basic('vroni:Secret')],
    ['the password of another user', { basic: [] }, basic('resi:secret')],
    ['the value of a token as a password', { basic: [] }, basic(':token-all')],
  ])('reject %s', async (_, security, headers) => {
    const { status, body } = await requested([security], { headers, api });
    expect({ status, body }).toMatchObject({
      status: 401,
      body: { detail: expect.stringMatching(/^(unknown credential|wrong user or password)$/) },
    });
  });

  test('reject a token without a required scope', async () => {
    const { status, body, challenge } = await requested([{ oauth: ['read', 'write'] }], {
      headers: bearer('token-read'),
      api,
    });
    expect({ status, body }).toMatchObject({ status: 403, body: { detail: 'the credential lacks the scope write' } });
    expect(challenge).toContain('scope="read write", error="insufficient_scope"');
  });

  test('reject an unknown token also where credentials are optional', async () => {
    const { status, challenge } = await requested([{}, { oauth: [] }], { headers: bearer('nothing'), api });
    expect([status, challenge]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
  });

  test('may be in the server settings, for all APIs that have none', async () => {
    const api = await ownApi(documentFor([{ header: [] }]), { me: () => ({}) });
    const elsewhere = { value: 'x', scheme: 'of another api' };
    const mockServer = await createMockServer({ apis: [api], credentials: [...credentials, elsewhere] });
    const status = async (key: string) =>
      (await send(mockServer, 'GET', '/me', { token: undefined, headers: { 'x-api-key': key } })).status;
    expect([await status('key-resi'), await status('x')]).toEqual([200, 401]);
    await mockServer.close();
  });

  test('as an empty list reject every caller, and those for other APIs do not apply', async () => {
    const api = await ownApi(documentFor([{ header: [] }]), { me: () => ({}) });
    const status = async (credentials: readonly Credential[]) => {
      const mockServer = await createMockServer({ apis: [api], credentials });
      const headers = { 'x-api-key': 'anything' };
      const response = await send(mockServer, 'GET', '/me', { token: undefined, headers });
      await mockServer.close();
      return response.status;
    };
    expect([await status([]), await status([{ value: 'x', scheme: 'of another api' }])]).toEqual([401, 200]);
  });

  test.each([
    ['a string', 'key'],
    ['an empty entry', [{}]],
    ['an empty value', [{ value: '' }]],
    ['a value and a user', [{ value: 'x', user: 'y', password: 'z' }]],
    ['a user without a password', [{ user: 'resi' }]],
    ['scopes as a string', [{ value: 'x', scopes: 'read' }]],
  ])('with %s are rejected at the start', async (_, credentials) => {
    const more = { credentials: credentials as never };
    const api = await ownApi(documentFor([{ header: [] }]), { me: () => ({}) }, more);
    await expect(createMockServer({ apis: [api] })).rejects.toMatchObject({
      problems: [expect.stringMatching(/^credentials(\[0\] must be \{ value \} or| must be a list)/)],
    });
  });

  test('for a scheme that the document does not have are rejected at the start', async () => {
    const api = await ownApi(
      documentFor([{ header: [] }]),
      { me: () => ({}) },
      { credentials: [{ value: 'x', scheme: 'heder' }] },
    );
    await expect(createMockServer({ apis: [api] })).rejects.toMatchObject({
      problems: [
        expect.stringContaining(
          'a credential names the security scheme heder, which is not in the document; its security schemes are header, ',
        ),
      ],
    });
  });
});

describe('a security scheme that cannot be checked', () => {
  test.each([
    ['a certificate', { tls: { type: 'mutualTLS' } }],
    ['a scheme that the document does not define', {}],
  ])('such as %s accepts all callers, and the exchange has a warning', async (_, securitySchemes) => {
    const document = documentFor([{ tls: [] }], { openapi: '3.1.0', components: { securitySchemes } });
    const mockServer = await ownMockServer(document, { me: () => ({}) });
    expect((await send(mockServer, 'GET', '/me', { token: undefined })).status).toBe(200);
    const { exchanges } = (await send(mockServer, 'GET', '/_understudy/requests', { token: undefined })).body;
    expect(exchanges.at(-1).warnings).toEqual(['security scheme tls is not checked; every caller is accepted']);
  });
});

describe('an API with its own authentication', () => {
  test('is called where credentials are optional only if the caller sends some', async () => {
    const authenticate = ({ headers }: { headers: Readonly<Record<string, string | undefined>> }) => {
      if (headers.authorization !== 'Bearer good') throw new ApiError('unauthenticated', 'no');
      return 'somebody';
    };
    const api: Partial<OwnApi> = { authenticate };
    const security = [{}, { bearer: [] }];
    expect((await requested(security, { api })).body.caller).toBe('nobody');
    expect((await requested(security, { api, headers: bearer('good') })).body.caller).toBe('somebody');
    expect((await requested(security, { api, headers: bearer('bad') })).status).toBe(401);
    expect((await requested(security, { api, headers: basic('resi:secret') })).status).toBe(401);
  });

  test('may forbid a request of an authenticated caller', async () => {
    const authorize = ({ caller }: Pick<Call<unknown, Record<never, never>, unknown>, 'caller'>) => {
      throw new ApiError('permission_denied', JSON.stringify(caller));
    };
    const { status, body } = await requested([{ basic: [] }], { api: { authorize }, headers: basic('resi:x') });
    expect([status, JSON.parse(body.detail).name]).toEqual([403, 'resi']);
  });
});

test('secrets in a query are not stored', async () => {
  const { mockServer } = await requested([{ query: [] }], {
    path: '/me?a=1&api%5Fkey=hunter2&api_key=hunter3&access_token=hunter4',
  });
  const { exchanges } = (await send(mockServer, 'GET', '/_understudy/requests', { token: undefined })).body;
  expect(exchanges.at(-1).target).toBe('/me?a=1&api%5Fkey=[redacted]&api_key=[redacted]&access_token=[redacted]');
  expect(JSON.stringify(exchanges)).not.toContain('hunter');
});
