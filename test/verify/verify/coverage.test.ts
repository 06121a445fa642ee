// Coverage of schema keywords by requests.

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createCoverageCounter, type VerdictCoverage } from '../../../src/verify/coverage/coverage.ts';
import { type RequestInput, serializeRequest } from '../../../src/verify/requests/serialize-request.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { startNotebook, TOKEN } from '../../support/notebook/notebook.ts';
import { requireValue } from '../../support/require-value.ts';

const NOTEBOOK = fileURLToPath(new URL('../../support/notebook/notebook.yaml', import.meta.url));

/** A request for the only operation. */
type TestRequest = Partial<Omit<RequestInput, 'type'>> & {
  readonly type?: string;
  readonly status?: number;
  readonly headers?: [string, string][];
};

interface Settings {
  readonly version?: string;
  readonly path?: string;
  readonly components?: object;
}

/** The coverage after some requests for an operation. */
async function reported(
  operation: object,
  requests: readonly TestRequest[],
  settings: Settings = {},
): Promise<VerdictCoverage> {
  const { version = '3.1.0', path = '/things', components = {} } = settings;
  const document = createDocument(
    documentSource({
      openapi: version,
      info: { title: 'Things', version: '1' },
      paths: { [path]: { post: { operationId: 'ask', responses: { 200: { description: 'Fine.' } }, ...operation } } },
      components,
    } as unknown as DocumentObject),
  );
  const one = document.operations.get('ask');
  if (!one) throw new Error('There is no operation.');
  const count = createCoverageCounter(document);
  for (const { type, status = 200, headers = [], ...requested } of requests) {
    const declared = one.body?.mediaTypes.find((some) => !type || some.type === type);
    const message: RequestInput = {
      path: {},
      query: {},
      header: {},
      cookie: {},
      body: undefined,
      ...requested,
      type: declared,
    };
    const call = requireValue(serializeRequest(one, message));
    const response = { status, headers: {}, body: new Uint8Array() };
    await count.count({
      operation: one,
      request: { ...call, headers: [...call.headers, ...headers] },
      response,
      decoded: undefined,
    });
  }
  return count.report([one]);
}

/** The missing points of keywords. */
async function missing(...given: Parameters<typeof reported>): Promise<readonly string[]> {
  return (await reported(...given)).operations[0]?.missing.keywords ?? [];
}

const taking = (schema: object, type = 'application/json') => ({ requestBody: { content: { [type]: { schema } } } });

describe('keywords', () => {
  test.each<[place: string, schema: object, value: unknown]>([
    ['query', { type: 'integer', maximum: 9 }, 9],
    ['header', { type: 'integer', maximum: 9 }, 9],
    ['cookie', { type: 'integer', maximum: 9 }, 9],
    ['path', { type: 'integer', maximum: 9 }, 9],
  ])('of a parameter in %s are covered by its parsed value', async (place, schema, value) => {
    const parameters = [{ name: 'N', in: place, required: place === 'path', schema }];
    const path = place === 'path' ? '/things/{N}' : '/things';
    const key = place === 'header' ? 'n' : 'N';
    expect(await missing({ parameters }, [{ [place]: { [key]: value } }], { path })).toEqual([
      `${place} N: type integer violated`,
      `${place} N: maximum 9 violated`,
      `${place} N: maximum 9 violated by one`,
    ]);
    const others = [{ [place]: { [key]: value } }, { [place]: { [key]: 10 } }, { [place]: { [key]: 'x' } }];
    expect(await missing({ parameters }, others, { path })).toEqual([]);
  });

  test.each([
    [
      'an array',
      'form',
      { type: 'array', minItems: 2, items: { enum: ['up', 'down'] } },
      ['up'],
      'query N: minItems 2',
    ],
    ['an object', 'deepObject', { properties: { a: { maxLength: 1 } } }, { a: 'bb' }, 'query N.a: maxLength 1'],
  ])('of %s in the query are covered by its items', async (_, style, schema, value, name) => {
    const parameters = [{ name: 'N', in: 'query', style, explode: true, schema }];
    const left = await missing({ parameters }, [{ query: { N: value } }]);
    expect(left).toContain(`${name} satisfied`);
    expect(left).not.toContain(`${name} violated by one`);
  });

  test('that serialized parameters cannot violate are not missing', async () => {
    const schema = { type: 'string', minLength: 1 };
    const inQuery = { parameters: [{ name: 'N', in: 'query', required: true, schema }] };
    expect(await missing(inQuery, [{ query: { N: 'a' } }])).toEqual([
      'query N: required violated',
      'query N: minLength 1 violated',
    ]);
    const inPath = { parameters: [{ name: 'N', in: 'path', required: true, schema }] };
    expect(await missing(inPath, [{ path: { N: 'a' } }], { path: '/things/{N}' })).toEqual([]);
    const form = taking({ properties: { N: schema } }, 'application/x-www-form-urlencoded');
    expect(await missing(form, [{ body: { N: 'a' } }, { body: { N: '' } }])).toEqual([]);
  });

  // All schemas are at one location, so that no other limit applies.
  test.each([
    [199, false],
    [200, true],
  ])('of %i combined schemas exceed the limit: %s', async (count, cut) => {
    const allOf = Array.from({ length: count }, (_, at) => ({ maxLength: at }));
    expect((await reported(taking({ allOf }), [])).operations[0]).toMatchObject({ incomplete: cut });
  });

  test('of read-only properties are not part of requests, nor is `required` of them', async () => {
    const schema = {
      allOf: [{ properties: { id: { readOnly: true, maxLength: 3 }, name: {} } }, { required: ['id', 'name'] }],
    };
    expect(await missing(taking(schema), [{ body: {} }])).toEqual(['request name: required satisfied']);
  });

  test('of nullable schemas ignore null, in OpenAPI 3.0 and 3.1', async () => {
    const nullable = { type: 'string', nullable: true, enum: ['a'] };
    expect(await missing(taking(nullable), [{ body: null }], { version: '3.0.3' })).toEqual([
      'request: type string or null violated',
      'request: enum satisfied',
      'request: enum violated',
    ]);
    const types = { type: ['string', 'null'], maxLength: 1 };
    expect(await missing(taking(types), [{ body: null }])).toEqual([
      'request: type string or null violated',
      'request: maxLength 1 satisfied',
      'request: maxLength 1 at the bound',
      'request: maxLength 1 violated',
      'request: maxLength 1 violated by one',
    ]);
  });

  test('beside a reference count in OpenAPI 3.1', async () => {
    const components = { schemas: { Word: { minLength: 2 } } };
    const schema = { $ref: '#/components/schemas/Word', pattern: '^a' };
    const requests = [{ body: 'ab' }, { body: 'b' }, { body: 'abc' }];
    expect(await missing(taking(schema), requests.slice(1), { components })).toEqual([
      'request: minLength 2 at the bound',
    ]);
    const all = await reported(taking(schema), requests, { components });
    expect(all.totals.keywords).toEqual({ covered: 6, total: 6, percent: 100 });
    const old = await reported(taking(schema), requests, { components, version: '3.0.3' });
    expect(old.totals.keywords.total).toBe(4);
  });

  const choice = (more: object = {}) => ({
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    ...more,
  });
  const pets = {
    schemas: {
      Cat: { required: ['kind'], properties: { kind: { enum: ['cat'] }, name: { maxLength: 1 } } },
      Dog: { required: ['kind'], properties: { kind: { enum: ['dog'] }, name: { maxLength: 9 } } },
    },
  };
  test.each<[how: string, schema: object]>([
    ['validation', choice()],
    ['a discriminator', choice({ discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: 'Dog' } } })],
  ])('of a branch are covered by its values, by %s', async (_, schema) => {
    const left = await missing(taking(schema), [{ body: { kind: 'dog', name: 'Resi' } }], { components: pets });
    expect(left).toContain('request (Cat).name: maxLength 1 violated');
    expect(left).not.toContain('request (Dog).name: maxLength 9 satisfied');
    expect(left).toContain('request: oneOf violated');
    expect(left).not.toContain('request: oneOf satisfied');
  });

  test('of an extending schema are covered by values with its discriminator', async () => {
    const base = { discriminator: { propertyName: 'kind' }, required: ['kind'], properties: { kind: {} } };
    const extending = (maxLength: number) => ({
      allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { name: { maxLength } } }],
    });
    const components = { schemas: { Pet: base, Cat: extending(1), Dog: extending(9) } };
    const schema = { $ref: '#/components/schemas/Pet' };
    const left = await missing(taking(schema), [{ body: { kind: 'Dog', name: 'Resi' } }], { components });
    expect(left).toContain('request (Cat).name: maxLength 1 violated');
    expect(left).not.toContain('request (Dog).name: maxLength 9 satisfied');
    expect(left).not.toContain('request kind: required satisfied');
  });

  test('of a recursive schema are finite, and covered at any depth', async () => {
    const components = {
      schemas: {
        Person: {
          properties: {
            name: { maxLength: 1 },
            friends: { type: 'array', items: { $ref: '#/components/schemas/Person' } },
          },
        },
        Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }], anyOf: [{ $ref: '#/components/schemas/Loop' }, {}] },
      },
    };
    const body = { name: 'a', friends: [{ name: '', friends: [{ name: 'bb' }] }] };
    expect(await missing(taking({ $ref: '#/components/schemas/Person' }), [{ body }], { components })).toEqual([
      'request friends: type array violated',
    ]);
    await expect(
      reported(taking({ $ref: '#/components/schemas/Loop' }), [{ body }], { components }),
    ).resolves.toBeDefined();
  });

  test.each<[schema: object, kept: unknown, broken: unknown, name: string]>([
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    [{ if: { minLength: 3 }, then: { pattern: '^a' } }, 'abc', 'bbb', 'then'],
    [{ if: { minLength: 3 }, else: { pattern: '^a' } }, 'a', 'b', 'else'],
    [{ dependentRequired: { a: ['b'] } }, { a: 1, b: 1 }, { a: 1 }, 'dependentRequired of a'],
    [{ dependentSchemas: { a: { required: ['b'] } } }, { a: 1, b: 1 }, { a: 1 }, 'dependentSchemas of a'],
    [{ prefixItems: [{}], items: false }, [1], [1, 2], 'items false'],
    [{ contains: { const: 1 }, maxContains: 1 }, [1], [1, 1], 'maxContains 1'],
    [{ const: { a: [1] } }, { a: [1] }, { a: [2] }, 'const'],
    [
      { patternProperties: { '^x': {} }, additionalProperties: false },
      { x1: 1 },
      { y: 1 },
      'additionalProperties false',
    ],
  ])('%j', async (schema, stored, broken, name) => {
    const both = [`request: ${name} satisfied`, `request: ${name} violated`];
    expect(await missing(taking(schema), [{ body: broken }])).toContain(both[0]);
    expect(await missing(taking(schema), [{ body: stored }])).toContain(both[1]);
    const left = await missing(taking(schema), [{ body: stored }, { body: broken }]);
    expect(left.filter((one) => both.includes(one))).toEqual([]);
  });

  test('of tuples are those of each item', async () => {
    const schema = { prefixItems: [{ type: 'integer' }, { maxLength: 1 }], items: { type: 'boolean' } };
    expect(await missing(taking(schema), [{ body: [7, 'a', true] }])).toEqual([
      'request [0]: type integer violated',
      'request [1]: maxLength 1 violated',
      'request [1]: maxLength 1 violated by one',
      'request []: type boolean violated',
    ]);
    expect(await missing(taking(schema), [{ body: [7, 'a', true] }, { body: ['x', 'bb', 0] }])).toEqual([]);
  });

  test('are not covered by an unreadable body, nor by an unauthenticated request', async () => {
    const schema = { required: ['a'], type: 'object' };
    const unread = [{ body: { a: 1 }, status: 401 }];
    expect(await missing(taking(schema), unread)).toHaveLength(4);
    const asOther = await reported(taking(schema), [{ body: { a: 1 }, status: 401 }]);
    expect(asOther.operations[0]?.requests).toBe(1);
  });
});

test('points of operations without requests are counted, not named; names are limited', async () => {
  const schema = {
    properties: Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`p${at}`, { maxLength: 5 }])),
  };
  const nobody = await reported(taking(schema), []);
  expect(nobody.totals).toMatchObject({ operations: { covered: 0, total: 1 }, keywords: { covered: 0, total: 600 } });
  expect(nobody.operations[0]).toMatchObject({ requests: 0, missing: {} });
  const [one] = (await reported(taking(schema), [{ body: {} }])).operations;
  expect(one?.missing.keywords).toHaveLength(200);
  // 400 keywords and 200 properties: absent properties were covered, present ones were not.
  expect(one?.omitted).toBe(400);
});

/** A schema with about fifty points. */
const MANY = {
  ...{
    maxLength: 5,
    minLength: 2,
    maximum: 5,
    minimum: 2,
    maxItems: 5,
    minItems: 2,
    maxProperties: 5,
    minProperties: 2,
  },
  ...{ exclusiveMaximum: 6, exclusiveMinimum: 1, multipleOf: 2, pattern: 'a', uniqueItems: true, type: 'string' },
};

test.each<[what: string, properties: number, each: object, isCut: boolean]>([
  ['keywords within the limit', 100, { maxLength: 5, minLength: 2 }, false],
  ['keywords beyond the limit', 100, MANY, true],
  ['schemas beyond the limit', 400, {}, true],
])('an operation with %s is marked as incomplete or not', async (_, properties, each, isCut) => {
  const named = Array.from({ length: properties }, (_, at) => [`p${at}`, each]);
  const [one] = (await reported(taking({ properties: Object.fromEntries(named) }), [{ body: {} }])).operations;
  expect(one?.incomplete).toBe(isCut);
});

test('a response with values beyond the limit is marked as incomplete', async () => {
  const schema = { properties: Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`p${at}`, {}])) };
  const responses = { 200: { description: 'Fine.', content: { 'application/json': { schema } } } };
  expect((await reported({ responses }, [{}])).operations[0]?.incomplete).toBe(true);
});

test('a request with an undeclared method does not count', async () => {
  const { url, close } = await startNotebook();
  const target = createTarget(url);
  const document = createDocument(await openDocument(NOTEBOOK));
  const { operations, coverage } = await verify({
    document,
    target,
    sandboxes: await detectSandboxes(target),
    credentials: new Map([['key', TOKEN]]),
    operations: ['replaceNote'],
    phases: ['invalid'],
    allowWrites: true,
  });
  target.close();
  await close();
  expect(operations[0]?.statuses.get(405)).toBe(1);
  expect(coverage?.operations[0]?.requests).toBe((operations[0]?.requests ?? 0) - 1);
});

test('an operation that rejected all requests with 401 or 403 is not covered', async () => {
  const share = async (...statuses: readonly number[]) => {
    const { totals, operations } = await reported(
      {},
      statuses.map((status) => ({ status })),
    );
    return [totals.operations.percent, operations[0]?.requests];
  };
  expect(await share(401, 403)).toEqual([0, 2]);
  expect(await share(401, 200)).toEqual([100, 2]);
  expect(await share(404)).toEqual([100, 1]);
});
