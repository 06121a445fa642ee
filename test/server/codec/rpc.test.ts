// Remote procedure calls, byte by byte, in each protocol, and bytes that are not valid calls.

import { gzipSync } from 'node:zlib';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  AddUserGrantRequestSchema,
  ListProjectsRequestSchema,
  ListProjectsResponseSchema,
  UpdateAppRequestSchema,
  UpdateAppResponseSchema,
} from '@zitadel/proto/zitadel/management_pb.js';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { call, callRaw, frame, type TestResponse, type Wire } from '../../support/call.ts';
import { APP, PROJECT, USER } from '../../support/identity-records.ts';
import { BASE, send } from '../../support/mock-server.ts';
import { checkProperty } from '../../support/runs.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';

const LIMIT = 64 * 1024;
const mistakes: unknown[] = [];
const shared = sharedMockServer({ bodyLimit: LIMIT, onError: (thrown) => void mistakes.push(thrown) });

// Any invalid input is a client error.
afterEach(() => expect(mistakes.splice(0)).toEqual([]));

const SERVICE = '/identity.management.v1.ManagementService';
const LIST = `${SERVICE}/ListProjects`;
const RENAME_PATH = `/management/v1/projects/${PROJECT.gearShop}/apps/${APP.storefront}`;
const FRAMED = ['grpc', 'grpc-web', 'grpc-web-text'] as const satisfies readonly Wire[];
const WIRES = [...FRAMED, 'connect'] as const;

const search = (values: Parameters<typeof create<typeof ListProjectsRequestSchema>>[1] = {}) =>
  toBinary(ListProjectsRequestSchema, create(ListProjectsRequestSchema, values));
const namesIn = ({ message = new Uint8Array() }: TestResponse) =>
  fromBinary(ListProjectsResponseSchema, message).result.map(({ name }) => name);
/** A field that contains these bytes as a string. */
const invalidText = (field: number) => new Uint8Array([(field << 3) | 2, 2, 0xc3, 0x28]);

describe.each(WIRES)('a call by %s', (wire) => {
  test('works at each name of the service', async () => {
    for (const service of [SERVICE, '/zitadel.management.v1.ManagementService']) {
      const responded = await call(shared(), wire, `${service}/ListProjects`, search({ query: { limit: 1 } }));
      expect(responded).toMatchObject({ status: 0, text: '' });
      expect(responded.http.status).toBe(200);
      expect(namesIn(responded)).toEqual(['100 Peaks']);
    }
  });

  test('counts in the coverage of the same operation as over REST', async () => {
    const headers = { 'x-understudy-sandbox': `counted-${wire}` };
    await call(shared(), wire, LIST, search({ query: { limit: 1 } }), headers);
    await call(shared(), wire, LIST, search({ query: { limit: 5000 } }), headers);
    await call(shared(), wire, LIST, search(), { ...headers, authorization: 'Bearer nobody' });
    const { body } = await send(shared(), 'GET', '/_understudy/coverage', { headers });
    const found = body.apis[0].operations.find(
      ({ operation }: { operation: string }) => operation === 'searchProjects',
    );
    const counts = found.statuses.filter(({ count }: { count: number }) => count > 0);
    expect(counts).toEqual(['200', '400', '401'].map((status) => ({ status, count: 1 })));
    expect(found.points.properties.seen).toEqual(expect.arrayContaining(['request query.limit', '200 result[].name']));
    expect(found.points.mediaTypes.missing).toContain('request application/json');
    if (wire === 'grpc') expect(found.points.mediaTypes.seen).toContain('request application/grpc');
  });

  test('returns the media type of its request', async () => {
    const responded = await call(shared(), wire, LIST, search());
    expect(responded.http.headers.get('content-type')).toMatch(/^application\/(grpc|grpc-web(-text)?\+proto|proto)$/);
    expect(responded.http.headers.get('cache-control')).toBe('no-store');
  });

  test('changes the state that REST returns, and is recorded with its messages', async () => {
    const message = { projectId: PROJECT.gearShop, appId: APP.storefront, name: 'Schaufenster' };
    const body = toBinary(UpdateAppRequestSchema, create(UpdateAppRequestSchema, message));
    const { message: response = new Uint8Array() } = await call(shared(), wire, `${SERVICE}/UpdateApp`, body);
    expect(fromBinary(UpdateAppResponseSchema, response).details?.sequence).toBe(15n);
    const again = await send(shared(), 'PUT', RENAME_PATH, { body: { name: 'Schaufenster' } });
    expect(again.body.message).toBe('No changes (COMMAND-2m8vx)');
    const { exchanges } = (await send(shared(), 'GET', '/_understudy/requests')).body;
    expect(exchanges.at(-2)).toMatchObject({
      operation: 'updateApp',
      target: `${SERVICE}/UpdateApp`,
      requestBody: JSON.stringify(message),
      responseBody: expect.stringContaining('"sequence":"15"'),
    });
  });

  test('returns errors in the format of its protocol, and is recorded with the code', async () => {
    const body = toBinary(
      UpdateAppRequestSchema,
      create(UpdateAppRequestSchema, { projectId: '1', appId: '2', name: 'x' }),
    );
    const responded = await call(shared(), wire, `${SERVICE}/UpdateApp`, body);
    expect(responded).toMatchObject({
      status: 5,
      text: "Application doesn't exist (COMMAND-28di9)",
      message: undefined,
    });
    const { exchanges } = (await send(shared(), 'GET', '/_understudy/requests')).body;
    expect(exchanges.at(-1)).toMatchObject({ operation: 'updateApp', code: 'not_found' });
  });

  test('ignores an unknown field, with a warning in the request log', async () => {
    const unknown = new Uint8Array([
      ...search({ query: { limit: 1 } }),
      ((1000 << 3) & 0x7f) | 0x80,
      (1000 << 3) >> 7,
      7,
    ]);
    expect(namesIn(await call(shared(), wire, LIST, unknown))).toEqual(['100 Peaks']);
    const { exchanges } = (await send(shared(), 'GET', '/_understudy/requests')).body;
    expect(exchanges.at(-1).warnings).toHaveLength(1);
  });

  test.each<[string, string, Uint8Array, number, RegExp]>([
    ['for a string that is not UTF-8', `${SERVICE}/UpdateApp`, invalidText(5), 3, /UTF-?8/i],
    [
      'for an integer of more than 64 bits',
      LIST,
      new Uint8Array([0x0a, 0x0b, 0x08, ...Array(9).fill(0xff), 0x7f]),
      3,
      /varint|integer/i,
    ],
    ['for a truncated message', LIST, new Uint8Array([0x0a, 0x7f, 0x08]), 3, /./],
    ['for an unknown wire type', LIST, new Uint8Array([0x0f]), 3, /./],
    ['for an unknown method', `${SERVICE}/Nothing`, new Uint8Array(), wire === 'connect' ? 5 : 12, /Nothing|Not Found/],
    [
      'for an unknown service',
      '/nobody.v1.NobodyService/ListProjects',
      new Uint8Array(),
      wire === 'connect' ? 5 : 12,
      /nobody|Not Found/,
    ],
    [
      'for a message above the limit',
      LIST,
      search({ queries: [{ query: { case: 'nameQuery', value: { name: 'x'.repeat(LIMIT) } } }] }),
      8,
      /body exceeds/,
    ],
  ])('is rejected %s', async (_, path, body, status, text) => {
    const responded = await call(shared(), wire, path, body);
    expect(responded.status).toBe(status);
    expect(responded.text).toMatch(text);
    await expectStillWorking(wire);
  });

  test('may be compressed', async () => {
    const packed = gzipSync(search({ query: { limit: 1 } }));
    const field = wire === 'connect' ? 'content-encoding' : 'grpc-encoding';
    const responded = await callRaw(shared(), wire, LIST, wire === 'connect' ? packed : frame(packed, 1), {
      [field]: 'gzip',
    });
    expect(namesIn(responded)).toEqual(['100 Peaks']);
  });

  test('is rejected if it exceeds the limit after decompression', async () => {
    const packed = gzipSync(new Uint8Array(LIMIT * 100));
    const body = wire === 'connect' ? packed : frame(packed, 1);
    const field = wire === 'connect' ? 'content-encoding' : 'grpc-encoding';
    expect(await callRaw(shared(), wire, LIST, body, { [field]: 'gzip' })).toMatchObject({ status: 8 });
    await expectStillWorking(wire);
  });

  test('is rejected with an unknown or wrong compression', async () => {
    const field = wire === 'connect' ? 'content-encoding' : 'grpc-encoding';
    const accepted = wire === 'connect' ? 'accept-encoding' : 'grpc-accept-encoding';
    const unknown = await call(shared(), wire, LIST, search(), { [field]: 'snappy' });
    expect(unknown).toMatchObject({ status: 12, text: expect.stringContaining('snappy') });
    expect(unknown.http.headers.get(accepted)).toBe('gzip');
    const body = wire === 'connect' ? new Uint8Array([1, 2, 3]) : frame(new Uint8Array([1, 2, 3]), 1);
    expect(await callRaw(shared(), wire, LIST, body, { [field]: 'gzip' })).toMatchObject({ status: 3 });
    await expectStillWorking(wire);
  });
});

describe.each(FRAMED)('an envelope over %s', (wire) => {
  const good = frame(search({ query: { limit: 1 } }));
  test.each<[string, Uint8Array, number, string?]>([
    ['with a length beyond its message', frame(search(), 0, 100), 3, `${search().length} of 100 bytes`],
    ['that ends before its message', frame(search()).subarray(0, 3), 3, 'truncated message: 3 of 5 prefix bytes'],
    ['with a length below its message', frame(search({ query: { limit: 1 } }), 0, 1), 3],
    ['with a length of 4 GiB', frame(search(), 0, 0xffffffff), 8],
    ['that is compressed without an encoding', frame(gzipSync(search()), 1), 13, 'without grpc-encoding'],
    ['with unknown flags', frame(search(), 2), 3, 'invalid message flags 2; expected 0, or 1'],
    ['with the flag of trailers', frame(search(), 0x80), 3],
    ['followed by another', Buffer.concat([good, good]), 12],
    ['that is missing', new Uint8Array(), 12],
  ])('%s is rejected', async (_, body, status, words = '') => {
    const text = expect.stringContaining(words);
    expect(await callRaw(shared(), wire, LIST, body)).toMatchObject({ status, message: undefined, text });
    await expectStillWorking(wire);
  });

  test('is rejected wherever it is truncated', async () => {
    for (let length = 1; length < good.length; length += 1) {
      const { status } = await callRaw(shared(), wire, LIST, good.subarray(0, length));
      expect(status, `${length} bytes`).toBe(3);
    }
  });

  test('with any bytes, or none, gets a gRPC status', async () => {
    const bytes = fc.uint8Array({ maxLength: 60 });
    const bodies = fc.oneof(
      bytes,
      bytes.map((message) => frame(message)),
      bytes.map((message) => frame(message, 1)),
    );
    const method = fc.constantFrom('ListProjects', 'UpdateApp', 'AddUserGrant', 'ListLoginPolicyIDPs', 'Healthz');
    await checkProperty(
      fc.asyncProperty(method, bodies, async (name, body) => {
        const { status, http } = await callRaw(shared(), wire, `${SERVICE}/${name}`, body);
        expect(http.status).toBe(200);
        expect([0, 3, 5, 8, 9, 12, 13]).toContain(status);
        // The only internal error: compressed without an encoding.
        if (status === 13) expect(body[0]).toBe(1);
      }),
      { numRuns: 300 },
    );
    await expectStillWorking(wire);
  });
});

async function expectStillWorking(wire: Wire): Promise<void> {
  const responded = await call(shared(), wire, LIST, search({ query: { limit: 1 } }));
  expect(namesIn(responded)).toEqual(['100 Peaks']);
}

test.each(FRAMED)('a page is not a procedure over %s', async (wire) => {
  expect(await call(shared(), wire, '/', search())).toMatchObject({
    status: 12,
    text: 'procedure / not found',
  });
});

describe('a call of an unknown procedure', () => {
  const OTHER = '/zitadel.management.v1.ManagementService';
  const others = [`${OTHER}/ListProjects`, `${SERVICE}/ListProjects`];
  test.each([
    ['in another case', `${SERVICE}/listprojects`, `similar: ${LIST}`],
    ['with a typo in the method', `${SERVICE}/ListProject`, `similar: ${LIST}`],
    ['with a typo in the service', '/identity.management.v1.ManagmentService/ListProjects', LIST],
    ['without the package', '/ManagementService/ListProjects', `similar: ${others.toSorted().join(', ')}`],
    ['with another method', `${OTHER}/GetMyUser`, `similar: ${OTHER}/`],
    ['without similarity', '/a.B/C', undefined],
    ['without a method', SERVICE, undefined],
    ['with a very long name', `${SERVICE}/${'ListProjects'.repeat(100)}`, undefined],
  ])('%s gets the most similar names', async (_, path, meant) => {
    for (const wire of FRAMED) {
      const { status, text = '' } = await call(shared(), wire, path, search());
      expect(status).toBe(12);
      expect(text).toContain(`procedure ${path} not found`);
      if (meant === undefined) expect(text).not.toContain(';');
      else expect(text.slice(path.length)).toContain(meant);
    }
    const { http } = await call(shared(), 'connect', path, search());
    const { exchanges } = (await send(shared(), 'GET', '/_understudy/requests?limit=1')).body;
    expect([http.status, exchanges[0].reason]).toEqual([404, expect.stringContaining(meant ?? 'path /')]);
  });
});

describe('gRPC-Web as text', () => {
  test('is decoded from several encoded parts', async () => {
    const body = frame(search({ query: { limit: 1 } }));
    const pieces = [body.subarray(0, 4), body.subarray(4, 6), body.subarray(6)];
    const text = pieces.map((piece) => Buffer.from(piece).toString('base64')).join('');
    const response = await post(LIST, 'application/grpc-web-text', text);
    expect(Buffer.from(await response.text(), 'base64').includes('grpc-status: 0')).toBe(true);
  });

  test('that is not base64 is rejected', async () => {
    const response = await post(LIST, 'application/grpc-web-text', 'AAAA*');
    expect(Buffer.from(await response.text(), 'base64').toString()).toMatch(/grpc-status: 3\r\n/);
  });
});

describe('Connect in JSON', () => {
  test('uses the JSON of the messages: a single type where REST has a list', async () => {
    const response = await post(
      `${SERVICE}/ListLoginPolicyIDPs`,
      'application/json',
      '{"query":{"limit":1,"asc":true}}',
    );
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ result: [{ idpType: 'IDP_TYPE_OIDC' }] });
  });

  test.each<[string, string, number, string]>([
    ['for invalid JSON', '{', 400, 'invalid_argument'],
    ['for a duplicate field', '{"query":{},"query":{}}', 400, 'invalid_argument'],
    ['for a 64-bit number out of range', '{"query":{"offset":"18446744073709551616"}}', 400, 'invalid_argument'],
    [
      'for two members of a oneof',
      '{"queries":[{"nameQuery":{},"projectResourceOwnerQuery":{}}]}',
      400,
      'invalid_argument',
    ],
    ['for a limit above the maximum', '{"query":{"limit":1001}}', 400, 'invalid_argument'],
  ])('is rejected %s', async (_, body, status, code) => {
    const response = await post(LIST, 'application/json', body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, message: expect.stringMatching(/./) });
  });

  test('contains the details of an error', async () => {
    const response = await post(LIST, 'application/json; charset=utf-8', '{"query":{"limit":1001}}');
    const { details } = (await response.json()) as { details: object[] };
    expect(details).toMatchObject([{ type: 'zitadel.v1.ErrorDetail', value: expect.any(String) }]);
  });
});

describe('the path of an operation', () => {
  test.each(FRAMED)('accepts %s, with the parameters of the URL', async (wire) => {
    const message = { projectId: 'elsewhere', appId: 'something else', name: `By ${wire}` };
    const body = toBinary(UpdateAppRequestSchema, create(UpdateAppRequestSchema, message));
    const renamed = await call(shared(), wire, RENAME_PATH, body, {}, 'PUT');
    expect(renamed.status).toBe(0);
    const grant = create(AddUserGrantRequestSchema, { projectId: PROJECT.gearShop });
    const path = `/management/v1/users/${USER.theo}/grants`;
    const granted = await call(shared(), wire, path, toBinary(AddUserGrantRequestSchema, grant));
    expect(granted.status).toBe(0);
    const again = await call(shared(), wire, path, toBinary(AddUserGrantRequestSchema, grant));
    expect(again).toMatchObject({ status: 6, text: 'User grant already exists (V3-DKcYh)' });
  });

  test('does not accept Connect: JSON there is a REST request', async () => {
    const response = await post('/management/v1/projects/_search', 'application/proto', '');
    expect(response.status).toBe(415);
  });
});

describe('the path of a procedure', () => {
  test('accepts only POST', async () => {
    const response = await shared().fetch(new Request(BASE + LIST));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  test.each(['application/xml', 'application/grpc+thrift', 'text/plain'])('does not accept %s', async (type) => {
    const response = await post(LIST, type, '');
    expect(response.status).toBe(415);
    expect(((await response.json()) as { message: string }).message).toContain('application/grpc');
  });

  test.each(['/identity.management.v1.ManagementService', `${LIST}/`, '/ListProjects'])('is not %s', async (path) => {
    expect((await call(shared(), 'grpc', path, search())).status).toBe(12);
  });
});

function post(path: string, type: string, body: string): Promise<Response> {
  const headers = { 'content-type': type, authorization: 'Bearer token-owner' };
  return shared().fetch(new Request(BASE + path, { method: 'POST', headers, body }));
}
