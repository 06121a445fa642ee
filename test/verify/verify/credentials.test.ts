// Credentials of requests, and unauthenticated cases.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createRequest, withoutCredentials } from '../../../src/verify/credentials.ts';
import type { RequestInput } from '../../../src/verify/requests/serialize-request.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';

const SCHEMES = {
  login: { type: 'http', scheme: 'Basic' },
  token: { type: 'http', scheme: 'bearer' },
  asked: { type: 'apiKey', in: 'query', name: 'key' },
  eaten: { type: 'apiKey', in: 'cookie', name: 'session' },
  told: { type: 'apiKey', in: 'header', name: 'X-Key' },
  member: { type: 'http', scheme: 'bearer' },
  signed: { type: 'http', scheme: 'hmac' },
};

/** A document with one operation that requires credentials. */
function documentWith(security: readonly object[], parameters: readonly object[] = []) {
  return createDocument(
    documentSource({
      openapi: '3.0.3',
      info: { title: 'Things', version: '1' },
      components: { securitySchemes: SCHEMES },
      paths: {
        '/things': {
          get: { operationId: 'get', security, parameters, responses: { 200: { description: '' } } },
        },
      },
    } as unknown as DocumentObject),
  );
}

const text = (name: string, where: string) => ({ name, in: where, schema: { type: 'string' } });
const said = (more: Partial<RequestInput> = {}): RequestInput => ({
  ...{ path: {}, query: {}, header: {}, cookie: {}, body: undefined, type: undefined },
  ...more,
});
const base64 = (pair: string) => Buffer.from(pair).toString('base64');

const GIVEN = { login: 'me', token: 't', asked: 'a&b', eaten: 'c', told: 'd' };

test.each<
  [security: readonly object[], more: Partial<RequestInput>, target: string, headers: readonly (readonly string[])[]]
>([
  [[{ token: [] }], {}, '/things', [['Authorization', 'Bearer t']]],
  // A name without a password has a colon (RFC 7617, section 2).
  [[{ login: [] }], {}, '/things', [['Authorization', `Basic ${base64('me:')}`]]],
  [[{ asked: [] }], {}, '/things?key=a%26b', []],
  [[{ asked: [] }], { query: { key: 'other', page: '2' } }, '/things?page=2&key=a%26b', []],
  [[{ eaten: [] }], {}, '/things', [['Cookie', 'session=c']]],
  [[{ eaten: [] }], { cookie: { taste: 'good' } }, '/things', [['Cookie', 'taste=good; session=c']]],
  [[{ told: [] }], { header: { 'x-key': 'other' } }, '/things', [['X-Key', 'd']]],
  [
    [{ told: [], token: [] }],
    {},
    '/things',
    [
      ['X-Key', 'd'],
      ['Authorization', 'Bearer t'],
    ],
  ],
  // The first alternative with given credentials.
  [[{ nobody: [] }, { token: [] }], {}, '/things', [['Authorization', 'Bearer t']]],
  [[{}, { token: [] }], {}, '/things', []],
])('security %j with the input %j has the target %s', (security, more, target, headers) => {
  const parameters = [text('key', 'query'), text('page', 'query'), text('taste', 'cookie'), text('X-Key', 'header')];
  const operation = documentWith(security, parameters).operations.get('get');
  if (!operation) throw new Error('There is no operation.');
  const { value: call } = createRequest(operation, said(more), new Map(Object.entries(GIVEN)));
  expect([call?.target, call?.headers]).toEqual([target, headers]);
});

test('missing credentials are reported', () => {
  const operation = documentWith([{ token: [], told: [] }, { login: [] }]).operations.get('get');
  if (!operation) throw new Error('There is no operation.');
  const { reason } = createRequest(operation, said(), new Map([['told', 'd']]));
  expect(reason).toBe('no credentials for token and told or login (--auth token=…)');
});

test('unauthenticated requests omit a credential that is also a parameter', () => {
  const parameters = [text('key', 'query'), text('X-Key', 'header'), text('page', 'query')];
  const operation = documentWith([{ asked: [] }, { told: [] }], parameters).operations.get('get');
  if (!operation) throw new Error('There is no operation.');
  const all = said({ query: { key: 'k', page: '2' }, header: { 'x-key': 'k' } });
  expect(withoutCredentials(operation, all)).toEqual(said({ query: { page: '2' } }));
});

test.each<[scheme: string, asked: readonly (string | undefined)[]]>([
  [
    'login',
    [
      `Basic ${base64('me:')}`,
      undefined,
      `Basic ${base64('nobody:nothing')}`,
      'Digest username="x", response="y"',
      'Bearer t',
      undefined,
    ],
  ],
  [
    'token',
    [
      'Bearer t',
      undefined,
      'Bearer no-such-credentials',
      'Digest username="x", response="y"',
      `Basic ${base64('me:')}`,
      undefined,
    ],
  ],
])(
  'unauthenticated cases of %s: without credentials, with invalid ones, and with those of other schemes',
  async (scheme, asked) => {
    const heard: (string | undefined)[] = [];
    const server = createServer(({ url, method, headers }, response) => {
      if (url === '/things' && method === 'GET') heard.push(headers.authorization);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await verify({
      document: documentWith([{ [scheme]: [] }]),
      target,
      sandboxes: await detectSandboxes(target),
      credentials: new Map(Object.entries(GIVEN)),
      phases: ['invalid'],
    });
    target.close();
    await new Promise((resolve) => server.close(resolve));
    expect(heard).toEqual(asked);
  },
);

/** Whether a request is authenticated. */
type Guard = (request: IncomingMessage) => boolean;

const byToken: Guard = ({ headers }) => headers.authorization === 'Bearer t';
const byKey: Guard = ({ headers }) => headers['x-key'] === 'd';
const byMember: Guard = ({ headers }) => headers.authorization === 'Bearer m';
const message = (name: string) => `200 for a request with credentials for ${name}, which the operation does not accept`;

test.each<
  [
    what: string,
    security: readonly object[],
    given: Readonly<Record<string, string>>,
    guard: Guard,
    found: readonly string[],
  ]
>([
  ['rejects other tokens', [{ token: [] }], { token: 't', told: 'd', asked: 'a' }, byToken, []],
  [
    'accepts other tokens',
    [{ token: [] }],
    { token: 't', told: 'd' },
    (one) => byToken(one) || byKey(one),
    [`error: ${message('told')}`],
  ],
  [
    'accepts any key in the query',
    [{ told: [] }],
    { told: 'd', asked: 'a' },
    (one) => byKey(one) || one.url === '/things?key=a',
    [`error: ${message('asked')}`],
  ],
  [
    'accepts both schemes, as declared',
    [{ token: [] }, { told: [] }],
    { token: 't', told: 'd' },
    (one) => byToken(one) || byKey(one),
    [],
  ],
  [
    'accepts tokens of the same form, which may be valid for both',
    [{ token: [] }],
    { token: 't', member: 'm' },
    (one) => byToken(one) || byMember(one),
    [`warning: ${message('member')}`],
  ],
  ['accepts a token for both schemes', [{ token: [] }], { token: 't', member: 't' }, byToken, []],
  [
    'requires an unsupported scheme',
    [{ token: [] }],
    { token: 't', signed: 's' },
    ({ headers }) => headers.authorization !== undefined && !/such|Digest/.test(headers.authorization),
    [],
  ],
  [
    'accepts any credential in the declared location',
    [{ told: [] }],
    { '': 'any' },
    ({ headers }) => headers['x-key'] !== undefined,
    [],
  ],
  [
    'accepts any credential in any location',
    [{ told: [] }],
    { '': 'any' },
    ({ headers }) => (headers['x-key'] ?? headers.authorization) !== undefined,
    // Both are accepted with one response: one cause, with the smaller request first.
    [`error: ${message('token')}`],
  ],
])('a server that %s', async (_, security, given, guard, found) => {
  const server = createServer((request, response) => {
    response.writeHead(guard(request) ? 200 : 401, { 'www-authenticate': 'Bearer' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const verdict = await verify({
    document: documentWith(security),
    target,
    sandboxes: await detectSandboxes(target),
    credentials: new Map(Object.entries(given)),
    phases: ['invalid'],
    checks: ['authentication-required'],
  });
  target.close();
  await new Promise((resolve) => server.close(resolve));
  const told = verdict.operations.flatMap((one) => one.findings).map((one) => `${one.severity}: ${one.message}`);
  expect(told.toSorted()).toEqual(found);
});
