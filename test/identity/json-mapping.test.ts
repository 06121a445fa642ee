// JSON bodies: parsed as protobuf JSON; duplicate keys and unknown enum names are rejected.

import { describe, expect, test } from 'vitest';
import { APP, PROJECT, USER } from '../support/identity-records.ts';
import { send, type TestResponse } from '../support/mock-server.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();

const SEARCH = '/management/v1/projects/_search';
const IDPS = '/management/v1/policies/login/idps/_search';
const RENAME = `/management/v1/projects/${PROJECT.gearShop}/apps/${APP.storefront}`;
const GRANT = `/management/v1/users/${USER.theo}/grants`;

const search = (body: unknown): Promise<TestResponse> => send(shared(), 'POST', SEARCH, { body });
const namesIn = ({ body }: TestResponse): string[] => body.result.map((project: { name: string }) => project.name);

describe('accepts', () => {
  test.each([
    ['snake_case names', { queries: [{ name_query: { name: 'Gear Shop' } }] }],
    [
      'null as absent',
      { query: null, queries: [{ nameQuery: { name: 'Gear Shop', method: null }, projectResourceOwnerQuery: null }] },
    ],
    ['an enum number', { queries: [{ nameQuery: { name: 'Gear Sh', method: 2 } }] }],
    ['the enum number 0', { queries: [{ nameQuery: { name: 'Gear Shop', method: 0 } }] }],
    ['the last enum number', { queries: [{ nameQuery: { name: 'SHOP', method: 7 } }] }],
    ['unknown fields', { queries: [{ nameQuery: { name: 'Gear Shop', locale: 'de' } }], '': {}, constructor: 1 }],
    ['white space', ' \r\n\t{ "queries" : [ { "nameQuery" : { "name" : "Gear Shop" } } ] } \n'],
    ['escaped names', '{"queri\\u0065s":[{"nameQuery":{"name":"Gear\\u0020Shop"}}]}'],
  ])('%s', async (_, body) => {
    const response = await search(body);
    expect(response.status).toBe(200);
    expect(namesIn(response)).toEqual(['Gear Shop']);
  });

  test.each([
    ['numbers for 64-bit integers', { query: { offset: 5, asc: true } }],
    ['a number with an exponent', '{"query":{"offset":5e0,"asc":true}}'],
    ['texts for 32-bit integers', { query: { offset: '5', limit: '2', asc: true } }],
  ])('%s', async (_, body) => {
    expect(namesIn(await search(body))).toEqual(['Flickstübli Repairs', '100 Peaks']);
  });

  test('snake_case names in a user grant', async () => {
    const body = { project_id: PROJECT.gearShop, project_grant_id: '', role_keys: ['sales'] };
    expect((await send(shared(), 'POST', GRANT, { body })).status).toBe(200);
  });

  test.each([
    ['POST', SEARCH, 200],
    ['POST', IDPS, 200],
    ['PUT', RENAME, 400],
    ['POST', GRANT, 400],
  ])('an empty body as an empty message: %s %s', async (method, path, status) => {
    const [nothing, empty] = [
      await send(shared(), method, path, { body: '' }),
      await send(shared(), method, path, { body: {} }),
    ];
    expect(nothing.status).toBe(status);
    expect(nothing.body).toEqual(empty.body);
  });

  test('ids in the body, but uses those in the path', async () => {
    const body = { projectId: PROJECT.wool, appId: APP.woolStorefront, name: 'Path wins' };
    expect((await send(shared(), 'PUT', RENAME, { body })).body.details.sequence).toBe('15');
    const granted = await send(shared(), 'POST', GRANT, { body: { userId: '1', projectId: PROJECT.gearShop } });
    expect(granted.status).toBe(200);
  });
});

test('reports unknown fields in the request log, and not in the response', async () => {
  const plain = await search({});
  const response = await search({
    sort: 1,
    query: { page: 2 },
    queries: [{ nameQuery: { name: 'x', 'a/b~c': null } }],
  });
  expect(response.status).toBe(200);
  expect(Object.keys(response.body)).toEqual(Object.keys(plain.body));
  const { body } = await send(shared(), 'GET', '/_understudy/requests');
  const [before, last] = body.exchanges.slice(-2);
  expect(before.warnings).toEqual([]);
  const pointers = ['/sort', '/query/page', '/queries/0/nameQuery/a~1b~0c'];
  expect(last.warnings).toHaveLength(pointers.length);
  for (const [index, pointer] of pointers.entries()) expect(last.warnings[index]).toContain(`${pointer} `);
});

describe('rejects', () => {
  test.each([
    ['a boolean as enum', SEARCH, { queries: [{ nameQuery: { method: true } }] }, '/queries/0/nameQuery/method'],
    ['a number as text', RENAME, { name: 5 }, '/name'],
    ['an object as text', RENAME, { name: {} }, '/name'],
    ['a number as id', GRANT, { projectId: 5 }, '/projectId'],
    ['a text as list', GRANT, { projectId: '1', roleKeys: 'sales' }, '/roleKeys'],
    ['a number in a list of texts', GRANT, { projectId: '1', roleKeys: ['sales', 1] }, '/roleKeys/1'],
    ['null in a list', GRANT, { projectId: '1', roleKeys: [null] }, '/roleKeys/0'],
    ['null as query', SEARCH, { queries: [null] }, '/queries/0'],
    ['an object as list', SEARCH, { queries: {} }, '/queries'],
    ['a list as object', SEARCH, { query: [] }, '/query'],
    ['both members of a query', SEARCH, { queries: [{ nameQuery: {}, projectResourceOwnerQuery: {} }] }, '/queries/0'],
    [
      'both members, one in snake_case',
      SEARCH,
      { queries: [{ nameQuery: {}, project_resource_owner_query: {} }] },
      '/queries/0',
    ],
    ['a list as body', SEARCH, [], 'body'],
    ['null as body', SEARCH, 'null', 'body'],
    ['a text as body', SEARCH, '"x"', 'body'],
    ['a number as body', IDPS, '0', 'body'],
    ['a key twice', SEARCH, '{"query":{},"query":{}}', '"query"'],
    ['a key twice, once escaped', RENAME, '{"name":"a","n\\u0061me":"b"}', '"name"'],
    ['an unknown key twice', SEARCH, '{"x":{"y":1,"y":1}}', '"y"'],
    ['a key under both of its names', GRANT, { projectId: '1', project_id: '1' }, '"project_id"'],
    ['text that is not JSON', SEARCH, 'query=1', 'not valid JSON'],
    ['JSON that ends early', SEARCH, '{"query":', 'not valid JSON'],
    ['JSON followed by text', SEARCH, '{} x', 'not valid JSON'],
    ['a trailing comma', SEARCH, '{"queries":[],}', 'not valid JSON'],
    ['a byte order mark within', SEARCH, '{\uFEFF}', 'not valid JSON'],
    [
      'bytes that are not UTF-8',
      RENAME,
      new Uint8Array([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')]),
      'UTF-8',
    ],
    ['half a surrogate pair', RENAME, '{"name":"\\ud83d"}', 'surrogate'],
  ])('%s, with a message that names it', async (_, path, body, word) => {
    const response = await send(shared(), path === RENAME ? 'PUT' : 'POST', path, { body });
    expect(response).toMatchObject({ status: 400, body: { code: 3, message: expect.stringContaining(word) } });
  });
});
