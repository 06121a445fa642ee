// Secrets in the exchanges that a request log shows and exports.

import { expect, test } from 'vitest';
import { inferred } from '../../support/inferred.ts';
import { identityMockServer, send as requestIdentity } from '../../support/mock-server.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';

const PATHS = `
paths:
  /accounts:
    post:
      operationId: addAccount
      parameters: [{ name: hint, in: query, schema: { type: string, format: password } }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } } } }
  /notes:
    post:
      operationId: addNote
      requestBody: { content: { application/json: { schema: { type: object, properties: { iban: { type: string }, token: { type: string } } } } } }
      responses: { '201': { description: Made. } }
components:
  schemas:
    Account:
      type: object
      properties:
        id: { type: string }
        name: { type: string }
        iban: { $ref: '#/components/schemas/Iban' }
        keeper: { allOf: [{ type: object, properties: { phrase: { type: string, writeOnly: true }, of: { $ref: '#/components/schemas/Account' } } }] }
    Iban: { type: string, format: password }
`;

test('secrets are redacted: those that the document declares for that operation, and those with the name of a secret', async () => {
  const send = await inferred(PATHS);
  const body = {
    name: 'Ada',
    iban: 'DE-hush-1',
    keeper: { phrase: 'hush-2', of: { iban: 'hush-3', name: 'Max' } },
    password: 'hush-4',
  };
  await send('POST', '/accounts?hint=hush-5&access_token=hush-6&page=2', body);
  await send('POST', '/notes', { iban: 'shown', token: 'hush-7' });
  const { body: reported } = await send('GET', '/_understudy/requests');
  const [account, note] = reported.exchanges;
  expect(account.target).toBe('/accounts?hint=[redacted]&access_token=[redacted]&page=2');
  expect(JSON.parse(account.requestBody)).toEqual({
    name: 'Ada',
    iban: '[redacted]',
    keeper: { phrase: '[redacted]', of: { iban: '[redacted]', name: 'Max' } },
    password: '[redacted]',
  });
  expect(note.requestBody).toBe('{"iban":"shown","token":"[redacted]"}');
  const found = await send('POST', '/_understudy/requests/find', { match: { body: { name: 'Ada' } } });
  expect(found.body.count).toBe(1);
  const archive = await send('GET', '/_understudy/requests/har');
  for (const all of [reported, found.body, archive.body]) {
    expect(JSON.stringify(all)).toContain('Ada');
    expect(JSON.stringify(all)).not.toContain('hush');
  }
});

const SECURED = `
paths:
  /notes:
    post:
      operationId: addNote
      security: [{ key: [] }, { basic: [] }, { bearer: [] }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { id: { type: string, readOnly: true }, text: { type: string } } } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { type: object } } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    basic: { type: http, scheme: basic }
    bearer: { type: http, scheme: bearer }
`;

test('accepted credentials are redacted in texts too, also in earlier exchanges', async () => {
  const ask = await inferred(SECURED);
  const send = (
    headers: Readonly<Record<string, string>>,
    text = 'hush-token-1 hush-key-22 hush-pass-3 hush-denied-4',
  ) => ask('POST', '/notes?say=hush-key-22', { text }, headers);
  const shown = async () => JSON.stringify((await ask('GET', '/_understudy/requests')).body);
  await send({ authorization: 'Bearer somebody-else', 'x-trace': 'hush-token-1' });
  expect(await shown()).toContain('hush-token-1');
  await send({ authorization: 'bearer hush-token-1' });
  await send({ 'x-key': 'hush-key-22' });
  await send({ authorization: `Basic ${btoa('resi:hush-pass-3')}` });
  const found = await ask('POST', '/_understudy/requests/find', { match: { operation: 'addNote' } });
  for (const text of [await shown(), JSON.stringify(found.body)]) {
    expect(text).not.toMatch(/hush-(?!denied)/);
    expect(text).toContain('{\\"text\\":\\"[redacted] [redacted] [redacted] hush-denied-4\\"}');
    expect(text).toContain('/notes?say=[redacted]');
  }
});

test('rejected credentials, or those sent where none are required, are not redacted', async () => {
  const mockServer = await identityMockServer();
  const search = (token: string, name: string) =>
    requestIdentity(mockServer, 'POST', '/management/v1/projects/_search', {
      token,
      body: { queries: [{ nameQuery: { name, method: 'TEXT_QUERY_METHOD_EQUALS' } }] },
    });
  await requestIdentity(mockServer, 'GET', '/management/v1/healthz', { token: 'token-nobody-asks' });
  await search('token-nobody-knows', 'token-nobody-knows token-nobody-asks');
  await search('token-owner', 'token-owner');
  const { body } = await requestIdentity(mockServer, 'GET', '/_understudy/requests', { token: undefined });
  const searches = body.exchanges.slice(1);
  expect(searches.map(({ requestBody }: { requestBody: string }) => requestBody)).toEqual([
    expect.stringContaining('token-nobody-knows token-nobody-asks'),
    expect.stringContaining('[redacted]'),
  ]);
});

test('a caller name that equals the token is not redacted', async () => {
  const { fetch } = await ownMockServer(
    documentOf(
      {
        '/me': {
          get: { operationId: 'me', security: [{ bearer: [] }], responses: jsonAnswers({ 200: { type: 'string' } }) },
        },
      },
      {
        components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      },
    ),
    { me: ({ caller }: { caller: string }) => caller },
    { authenticate: ({ headers }) => headers.authorization?.replace('Bearer ', '') },
  );
  await fetch(new Request('http://localhost/me', { headers: { authorization: 'Bearer alice-smith' } }));
  const reported = await (await fetch(new Request('http://localhost/_understudy/requests'))).json();
  expect(reported).toMatchObject({ exchanges: [{ caller: 'alice-smith', responseBody: '"alice-smith"' }] });
});

test('issued tokens are redacted even before their first use', async () => {
  const mockServer = await identityMockServer();
  const minted = await requestIdentity(mockServer, 'POST', '/_understudy/tokens', {
    token: undefined,
    body: { user: 'marlene.zuercher@murmeltal.example' },
  });
  const form =
    'grant_type=client_credentials&client_id=season-onboarding&client_secret=secret-season-onboarding&scope=openid';
  const given = await requestIdentity(mockServer, 'POST', '/oauth/v2/token', {
    token: undefined,
    body: form,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([minted.status, given.status]).toEqual([201, 200]);
  for (const token of [minted.body.token, given.body.access_token])
    await requestIdentity(mockServer, 'POST', `/management/v1/nothing/${token}`, { body: { seen: [token] } });
  const { body } = await requestIdentity(mockServer, 'GET', '/_understudy/requests?path=/management/**', {
    token: undefined,
  });
  expect(body.exchanges).toHaveLength(2);
  for (const exchange of body.exchanges) {
    expect(exchange).toMatchObject({
      target: '/management/v1/nothing/[redacted]',
      requestBody: '{"seen":["[redacted]"]}',
    });
    expect(exchange.reason).toContain('[redacted]');
  }
});
