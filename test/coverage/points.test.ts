// Coverage points of a document, reported by the control API.

import { describe, expect, test } from 'vitest';
import { respond } from '../../src/index.ts';
import { send } from '../support/mock-server.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../support/own-api.ts';

const json = (schema: object) => ({ 'application/json': { schema } });
/** `/things`, whose response depends on the request. */
const things = (operation: object, more: object = {}) =>
  documentOf(
    { '/things': { post: { operationId: 'makeThing', responses: jsonAnswers({ 200: {} }), ...operation } } },
    more,
  );
const taking = (schema: object) => ({ requestBody: { required: true, content: json(schema) } });

interface TestRequest {
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The coverage of the operation after some requests. @param response - of the handler */
async function reported(document: object, requests: readonly TestRequest[], response: unknown = { ok: true }) {
  const mockServer = await ownMockServer(document, { makeThing: () => response }, {}, { outputCheck: 'report' });
  for (const { path = '/things', ...requested } of requests)
    await send(mockServer, 'POST', path, { token: undefined, ...requested });
  const { body } = await send(mockServer, 'GET', '/_understudy/coverage');
  return body.apis[0].operations[0];
}

/** Only the seen and missing points of one dimension. */
async function points(dimension: string, document: object, requests: readonly TestRequest[], response?: unknown) {
  const { points } = await reported(document, requests, response);
  const { seen, missing } = points[dimension];
  return { seen, missing };
}

describe('parameters', () => {
  const parameters = [
    { name: 'limit', in: 'query', schema: { type: 'integer', default: 10 } },
    { name: 'sort', in: 'query', schema: { type: 'array', items: { enum: ['up', 'down'] } } },
    { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } },
    { name: 'deep', in: 'query', schema: { type: 'boolean' } },
  ];
  const headers = { 'x-tenant': 'alm' };

  test('are sent, or omitted where optional', async () => {
    const requests = [
      { path: '/things?sort=up', headers },
      { path: '/things?limit=5&sort=up', headers },
    ];
    expect(await points('parameters', things({ parameters }), requests)).toEqual({
      seen: ['query limit', 'query without limit', 'query sort', 'header X-Tenant', 'query without deep'],
      missing: ['query without sort', 'query deep'],
    });
  });

  test('are neither for invalid requests nor for rejected callers', async () => {
    const unread = [{ path: '/things?limit=5&deep=%ff', headers }];
    expect((await points('parameters', things({ parameters }), unread)).missing).toContain('query without deep');
    const secured = things(
      { parameters, security: [{ key: [] }] },
      { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } } },
    );
    expect((await points('parameters', secured, [{ path: '/things?limit=5', headers }])).seen).toEqual([]);
  });

  test('have each enum value and boolean, also of array items', async () => {
    expect(await points('values', things({ parameters }), [{ path: '/things?sort=up&deep=true', headers }])).toEqual({
      seen: ['query sort[]=up', 'query deep=true'],
      missing: ['query sort[]=down', 'query deep=false'],
    });
  });
});

describe('properties', () => {
  test('are sent, or omitted where optional, at any depth', async () => {
    const address = { type: 'object', required: ['town'], properties: { town: {}, zip: {} } };
    const schema = {
      type: 'object',
      required: ['name'],
      properties: { name: {}, homes: { type: 'array', items: address }, nick: {} },
    };
    const requests = [{ body: { name: 'Resi', homes: [{ town: 'Alm', zip: '1' }, { town: 'Tal' }] } }];
    expect(await points('properties', things(taking(schema)), requests)).toEqual({
      seen: [
        'request name',
        'request homes',
        'request without nick',
        'request homes[].town',
        'request homes[].zip',
        'request without homes[].zip',
      ],
      missing: ['request without homes', 'request nick'],
    });
  });

  test('of responses are seen; a missing one is not a point', async () => {
    const schema = {
      type: 'object',
      properties: { id: {}, note: {}, owner: { type: 'object', properties: { id: {} } } },
    };
    const operation = { responses: jsonAnswers({ 200: schema }) };
    expect(await points('properties', things(operation), [{}], { id: '7', owner: {} })).toEqual({
      seen: ['200 id', '200 owner'],
      missing: ['200 note', '200 owner.id'],
    });
  });

  test('that are readOnly are not counted in requests, and writeOnly ones not in responses', async () => {
    const schema = { type: 'object', properties: { id: { readOnly: true }, name: {}, secret: { writeOnly: true } } };
    const operation = { ...taking(schema), responses: jsonAnswers({ 200: schema }) };
    const { seen, missing } = await points('properties', things(operation), [{ body: {} }], {});
    expect([...seen, ...missing].sort()).toEqual([
      '200 id',
      '200 name',
      'request name',
      'request secret',
      'request without name',
      'request without secret',
    ]);
  });

  test('of allOf parts are those of the schema, and map members are counted as one', async () => {
    const components = { schemas: { Base: { type: 'object', required: ['id'], properties: { id: {} } } } };
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/Base' },
        { properties: { labels: { additionalProperties: { properties: { text: {} } } } } },
      ],
    };
    const requests = [{ body: { id: '1', labels: { en: { text: 'Hut' } } } }];
    expect((await points('properties', things(taking(schema), { components }), requests)).seen).toEqual([
      'request id',
      'request labels',
      'request labels.*.text',
    ]);
  });

  test('of a recursive or repeated schema are counted once', async () => {
    const person = {
      type: 'object',
      required: ['name', 'parents'],
      properties: {
        name: {},
        parents: { type: 'array', items: { $ref: '#/components/schemas/Person' } },
        friend: { $ref: '#/components/schemas/Person' },
      },
    };
    const body = { name: 'Resi', parents: [{ name: 'Vroni', parents: [], friend: { name: 'Alois', parents: [] } }] };
    const document = things(taking({ $ref: '#/components/schemas/Person' }), {
      components: { schemas: { Person: person } },
    });
    expect(await points('properties', document, [{ body }])).toEqual({
      seen: ['request name', 'request parents', 'request friend', 'request without friend'],
      missing: [],
    });
  });
});

describe('values', () => {
  test('are counted for enums; a single value is not', async () => {
    const schema = {
      properties: {
        state: { type: 'string', enum: ['open', 'done'] },
        kind: { enum: ['thing'] },
        rank: { enum: [1, null] },
      },
    };
    expect(
      await points('values', things(taking(schema)), [{ body: { state: 'done', kind: 'thing', rank: 1 } }]),
    ).toEqual({
      seen: ['request state=done', 'request rank=1'],
      missing: ['request state=open', 'request rank=null'],
    });
  });

  test('of a long enum are counted up to a hundred', async () => {
    const schema = { properties: { zone: { enum: Array.from({ length: 5000 }, (_, at) => `zone-${at}`) } } };
    const { seen, missing } = await points('values', things(taking(schema)), [{ body: { zone: 'zone-99' } }]);
    expect([seen, missing.length]).toEqual([['request zone=zone-99'], 99]);
  });
});

describe('branches', () => {
  const components = {
    schemas: {
      Cat: { type: 'object', required: ['lives'], properties: { lives: {}, kind: { enum: ['cat'] } } },
      Dog: { type: 'object', required: ['tricks'], properties: { tricks: {}, kind: { enum: ['dog'] } } },
      Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
      Vehicle: {
        type: 'object',
        required: ['type'],
        properties: { type: { type: 'string' } },
        discriminator: { propertyName: 'type' },
      },
      Car: { allOf: [{ $ref: '#/components/schemas/Vehicle' }, { properties: { doors: {} } }] },
      Bike: { allOf: [{ $ref: '#/components/schemas/Vehicle' }, { properties: { bell: {} } }] },
    },
  };
  const withRef = (name: string) => taking({ $ref: `#/components/schemas/${name}` });

  test.each<[how: string, operation: object, body: unknown, seen: string[], missing: string[]]>([
    ['by their required properties', withRef('Pet'), { lives: 9 }, ['request is Cat'], ['request is Dog']],
    [
      'by the type of the value',
      taking({
        properties: { owner: { anyOf: [{ type: 'string' }, { type: 'object', title: 'Owner' }, { type: 'integer' }] } },
      }),
      { owner: 7 },
      ['request owner is integer'],
      ['request owner is string', 'request owner is Owner'],
    ],
    [
      'by a property with different values',
      taking({
        oneOf: ['on', 'off'].map((mode) => ({
          title: mode,
          required: ['mode'],
          type: 'object',
          properties: { mode: { enum: [mode] } },
        })),
      }),
      { mode: 'off' },
      ['request is off'],
      ['request is on'],
    ],
    [
      'by a discriminator',
      taking({
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'kind', mapping: { wolf: 'Dog' } },
      }),
      { kind: 'wolf', tricks: 1 },
      ['request is Dog'],
      ['request is Cat'],
    ],
    [
      'by the discriminator of their base',
      withRef('Vehicle'),
      { type: 'Bike', bell: true },
      ['request is Bike'],
      ['request is Car', 'request is Vehicle'],
    ],
    [
      'by more required properties than others',
      taking({
        oneOf: [
          { title: 'one', required: ['a'], properties: { a: {} } },
          { title: 'both', required: ['a', 'b'], properties: { a: {}, b: {} } },
        ],
      }),
      { a: 1, b: 2 },
      ['request is both'],
      ['request is one'],
    ],
  ])('are distinguished %s', async (_, operation, body, seen, missing) => {
    const reported = await points('branches', things(operation, { components }), [{ body }]);
    expect([reported.seen, [...reported.missing].sort()]).toEqual([seen, [...missing].sort()]);
  });

  test('that cannot be distinguished are not counted, but their properties are', async () => {
    const schema = {
      oneOf: [
        { title: 'one', properties: { a: {} } },
        { title: 'other', properties: { b: {} } },
      ],
    };
    const { points } = await reported(things(taking(schema)), [{ body: { b: 1 } }]);
    expect([points.branches, points.properties]).toEqual([undefined, { seen: ['request b'], missing: ['request a'] }]);
  });

  test('that match a value equally are not counted', async () => {
    const one = { title: 'one', required: ['a'], properties: { a: {} } };
    const other = { title: 'other', required: ['b'], properties: { b: {} } };
    const { seen } = await points('branches', things(taking({ oneOf: [one, other] })), [{ body: { a: 1, b: 1 } }]);
    expect(seen).toEqual([]);
  });

  test('of an extension do not include other extensions of its base', async () => {
    const { points } = await reported(things(withRef('Car'), { components }), [{ body: { type: 'Car', doors: 4 } }]);
    expect([points.branches, points.properties]).toEqual([
      undefined,
      { seen: ['request type', 'request doors'], missing: ['request without doors'] },
    ]);
  });
});

describe('responses', () => {
  test('are counted by exact status, class, default, or as undeclared', async () => {
    const operation = {
      responses: jsonAnswers({ 200: {}, '4XX': {}, 404: {} }),
      parameters: [{ name: 'as', in: 'query', schema: { type: 'integer' } }],
    };
    const mockServer = await ownMockServer(
      things(operation),
      { makeThing: ({ input }: { input: { as: number } }) => respond(input.as, {}) },
      {},
      { outputCheck: 'report' },
    );
    for (const as of [200, 200, 404, 409, 503]) await send(mockServer, 'POST', `/things?as=${as}`);
    const { body } = await send(mockServer, 'GET', '/_understudy/coverage');
    const [{ statuses, undeclared, totals, requests }] = body.apis[0].operations;
    expect(requests).toBe(5);
    expect(
      Object.fromEntries(statuses.map(({ status, count }: { status: string; count: number }) => [status, count])),
    ).toEqual({ '200': 2, '4XX': 1, '404': 1 });
    expect(undeclared).toEqual([{ status: '503', count: 1 }]);
    expect(totals.statuses).toEqual({ covered: 3, total: 3 });
    for (let as = 510; as < 570; as += 1) await send(mockServer, 'POST', `/things?as=${as}`);
    const { body: more } = await send(mockServer, 'GET', '/_understudy/coverage');
    expect(more.apis[0].operations[0].undeclared).toHaveLength(50);
  });

  test('and requests have media types', async () => {
    const forms = {
      'application/json': { schema: {} },
      'application/x-www-form-urlencoded': { schema: { type: 'object' } },
    };
    const operation = {
      requestBody: { content: forms },
      responses: { 200: { description: 'yes', content: { ...json({}), 'text/plain': {} } } },
    };
    const requests = [
      {
        body: 'a=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', accept: 'text/plain' },
      },
    ];
    expect(await points('mediaTypes', things(operation), requests, 'yes')).toEqual({
      seen: ['request application/x-www-form-urlencoded', '200 text/plain'],
      missing: ['request application/json', 'request without a body', '200 application/json'],
    });
  });

  test('that are missing or incomplete cover nothing', async () => {
    const operation = { responses: jsonAnswers({ 200: { properties: { ok: {} } } }) };
    const gone = await ownMockServer(things(operation), { makeThing: () => ({ ok: true }) });
    await expect(send(gone, 'POST', '/things', { headers: { 'x-understudy-fault': 'reset' } })).rejects.toThrow();
    const { body: coverage } = await send(gone, 'GET', '/_understudy/coverage');
    expect(coverage.apis[0].operations[0]).toMatchObject({ requests: 1, statuses: [{ status: '200', count: 0 }] });
    expect(coverage.apis[0].operations[0]).not.toHaveProperty('undeclared');
    const head = documentOf({ '/things': { get: { operationId: 'makeThing', ...operation } } });
    const mockServer = await ownMockServer(head, { makeThing: () => ({ ok: true }) });
    await send(mockServer, 'HEAD', '/things');
    const { body } = await send(mockServer, 'GET', '/_understudy/coverage');
    expect(body.apis[0].operations[0]).toMatchObject({
      statuses: [{ status: '200', count: 1 }],
      points: { properties: { seen: [], missing: ['200 ok'] } },
    });
  });
});

describe('security schemes', () => {
  const components = {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'x-key' },
      token: { type: 'http', scheme: 'bearer' },
      papers: { type: 'mutualTLS' },
    },
  };
  const operation = { security: [{ key: [], token: [] }, { token: [] }, { key: [] }, { papers: [] }, {}] };

  test.each([
    ['one of them', { 'x-key': 'k' }, ['key']],
    ['several together', { 'x-key': 'k', authorization: 'Bearer t' }, ['key + token', 'token', 'key']],
    ['none', {}, ['nobody']],
  ])('are counted: %s', async (_, headers, seen) => {
    const document = things(operation, { components });
    expect((await points('security', document, [{ headers }])).seen.sort()).toEqual([...seen].sort());
  });

  test('are not counted for rejected callers', async () => {
    const document = things({ security: [{ key: [] }] }, { components });
    const mockServer = await ownMockServer(document, { makeThing: () => ({}) }, { credentials: [{ value: 'good' }] });
    await send(mockServer, 'POST', '/things', { headers: { 'x-key': 'bad' } });
    const { body } = await send(mockServer, 'GET', '/_understudy/coverage');
    const [{ points, undeclared }] = body.apis[0].operations;
    expect([points.security, undeclared]).toEqual([{ seen: [], missing: ['key'] }, [{ status: '401', count: 1 }]]);
  });
});

describe('client input', () => {
  test('is counted by the names in the document, despite other names', async () => {
    const schema = {
      type: 'object',
      properties: { name: {}, labels: { additionalProperties: { properties: { text: {} } } } },
    };
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`x${at}`, { text: 'x' }]));
    const body = JSON.parse(
      JSON.stringify({ ...many, labels: many }).replace('{', '{"__proto__":{"name":1},"constructor":1,'),
    );
    const { points } = await reported(things(taking(schema)), [
      { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    ]);
    expect(points.properties).toEqual({
      seen: ['request without name', 'request labels', 'request labels.*.text'],
      missing: ['request name', 'request without labels', 'request without labels.*.text'],
    });
  });

  test('is counted in highly recursive documents, up to a few hundred locations', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `S${at}`);
    const schemas = Object.fromEntries(
      names.map((name) => [
        name,
        { properties: Object.fromEntries(names.map((other) => [other, { $ref: `#/components/schemas/${other}` }])) },
      ]),
    );
    const document = things(taking({ $ref: '#/components/schemas/S0' }), { components: { schemas } });
    const { points, cut } = await reported(document, [{ body: { S1: { S0: {} } } }]);
    expect(cut).toBe(true);
    expect(points.properties.seen).toContain('request S1');
    expect(points.properties.seen.length + points.properties.missing.length).toBeLessThan(2000);
  });

  test.each([
    [199, false],
    [200, true],
  ])('reports whether points are left out: with %i schemas in one, %s', async (count, isCut) => {
    const properties = Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'object' }]));
    const { cut = false } = await reported(things(taking({ type: 'object', properties })), []);
    expect(cut).toBe(isCut);
  });

  test('is counted in a long list up to its thousandth value', async () => {
    const schema = { type: 'array', items: { properties: { first: {}, last: {} } } };
    const body = [{ first: 1 }, ...Array.from({ length: 1500 }, () => ({})), { last: 1 }];
    expect((await points('properties', things(taking(schema)), [{ body }])).missing).toEqual(['request [].last']);
  });

  test('with inherited property names is counted as sent', async () => {
    const schema = { type: 'object', properties: { constructor: {}, toString: {} } };
    expect(await points('properties', things(taking(schema)), [{ body: {} }])).toEqual({
      seen: ['request without constructor', 'request without toString'],
      missing: ['request constructor', 'request toString'],
    });
  });

  test('in a declared property does not count as an additional one', async () => {
    const inner = { type: 'object', properties: { text: {} } };
    const schema = { type: 'object', properties: { own: {} }, additionalProperties: inner };
    const { missing } = await points('properties', things(taking(schema)), [{ body: { own: { text: 1 } } }]);
    expect(missing).toContain('request *.text');
  });

  test('without a body is a point where the body is optional; a property in two media types is one point', async () => {
    const form = { type: 'object', properties: { a: {}, b: {} } };
    const other = { type: 'object', properties: { a: {}, c: {} } };
    const content = { ...json(form), 'application/x-www-form-urlencoded': { schema: other } };
    const document = things({ requestBody: { content } });
    expect((await points('mediaTypes', document, [{}])).seen).toContain('request without a body');
    const { totals, points: seen } = await reported(document, [{ body: { a: 1, b: 1 } }]);
    expect(seen.properties.seen).toEqual(['request a', 'request b']);
    expect(totals.properties.total).toBe(6);
    const unasked = await ownMockServer(document, { makeThing: () => ({}) });
    const { body } = await send(unasked, 'GET', '/_understudy/coverage');
    expect(body.apis[0].operations[0].totals.properties).toEqual({ covered: 0, total: 6 });
  });
});
