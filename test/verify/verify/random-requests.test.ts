// Randomly generated values and requests, and their expectations.

import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findResources } from '../../../src/mock/resources/find-resources.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { expectGenerated, isUnsettled } from '../../../src/verify/generate/expect-generated.ts';
import { type Change, findChanges } from '../../../src/verify/generate/nearby-requests.ts';
import { ODD_NAMES, texts } from '../../../src/verify/generate/scalars.ts';
import { createValueArbitrary } from '../../../src/verify/generate/values.ts';
import { expectationOf, isOpenParameter } from '../../../src/verify/requests/expectation.ts';
import { writeJsonBody } from '../../../src/verify/requests/json-body.ts';
import { type RequestInput, serializeRequest } from '../../../src/verify/requests/serialize-request.ts';
import { documentSource } from '../../support/document-source.ts';
import { requireValue } from '../../support/require-value.ts';
import { checkProperty } from '../../support/runs.ts';
import { varyingOf } from '../../support/varying.ts';

const DRAWS = { seed: 20, numRuns: 300 };

/** Whether no property has an unusual name. */
function isDescribed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => !ODD_NAMES.includes(name as '') && isDescribed(inner));
}

describe('every generated value is valid:', () => {
  test.each<[what: string, schema: object]>([
    ['an integer between bounds', { type: 'integer', minimum: -3, maximum: 12 }],
    ['an integer between exclusive bounds', { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 3 }],
    ['a 32-bit integer', { type: 'integer', format: 'int32' }],
    ['a number without bounds', { type: 'number' }],
    ['a number above an exclusive bound', { type: 'number', exclusiveMinimum: 0 }],
    ['a multiple of a number', { type: 'integer', multipleOf: 7, minimum: 1, maximum: 100 }],
    ['a text with a length in characters', { type: 'string', minLength: 2, maxLength: 5 }],
    ['a text of fixed length', { type: 'string', minLength: 3, maxLength: 3 }],
    ['a text with a pattern', { type: 'string', pattern: '^[a-z]{2,4}-\\d+$' }],
    ['a text with a format', { type: 'string', format: 'date-time' }],
    ['an enum value', { enum: ['a', 2, null] }],
    ['a value or null', { type: ['boolean', 'null'] }],
    ['an array', { type: 'array', minItems: 1, maxItems: 3, items: { type: 'integer', minimum: 0 } }],
    ['an array of unique items', { type: 'array', uniqueItems: true, maxItems: 4, items: { type: 'boolean' } }],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 2 }],
    [
      'an open object',
      { type: 'object', required: ['a'], properties: { a: { type: 'string', maxLength: 3 }, b: { type: 'number' } } },
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' } }],
    [
      'a branch of a choice',
      {
        oneOf: [
          { type: 'object', required: ['cat'], properties: { cat: { type: 'string' } }, additionalProperties: false },
          { type: 'object', required: ['dog'], properties: { dog: { type: 'integer' } }, additionalProperties: false },
        ],
      },
    ],
    ['an object of allOf', { allOf: [{ required: ['a'] }, { properties: { a: { enum: [1, 2] } } }] }],
    ['a recursive object', { type: 'object', properties: { inner: { $ref: '#/components/schemas/It' } } }],
    ['anything', {}],
  ])('%s', async (_, schema) => {
    const { varying, part } = await varyingOf(schema);
    const isClosed = JSON.stringify(schema).includes('"additionalProperties":false');
    checkProperty(
      fc.property(createValueArbitrary([part], undefined, varying), (value) => {
        // Closed objects get unusual names, too, which must be rejected.
        fc.pre(!isClosed || isDescribed(value));
        expect(varying.document.validate(part, value, 'request')).toEqual([]);
      }),
      DRAWS,
    );
  });

  test('also if lone surrogates join to one character', () => {
    const drawn = fc.sample(texts(20, 20), { ...DRAWS, numRuns: 5000 });
    expect(drawn.filter((text) => /\ud83d\udc00/.test(text)).length).toBeGreaterThan(0);
    expect(drawn.filter((text) => [...text].length !== 20)).toEqual([]);
  });

  test('with all branches of a choice, with and without optional properties', async () => {
    const { varying, part } = await varyingOf({
      type: 'object',
      required: ['of'],
      properties: { of: { oneOf: [{ const: 1 }, { const: 'x' }, { type: 'boolean' }] }, more: { type: 'integer' } },
    });
    const drawn = fc.sample(createValueArbitrary([part], undefined, varying), DRAWS) as {
      of: unknown;
      more?: number;
    }[];
    expect(new Set(drawn.map(({ of }) => of))).toEqual(new Set([1, 'x', true, false]));
    expect(new Set(drawn.map(({ more }) => typeof more))).toEqual(new Set(['number', 'undefined']));
  });

  test('with emoji, lone surrogates, control characters, long texts and unusual names', async () => {
    const { varying, part } = await varyingOf({
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string' } },
    });
    const all = fc.sample(createValueArbitrary([part], undefined, varying), { seed: 1, numRuns: 1000 }) as {
      a: string;
    }[];
    const texts = all.map(({ a }) => a);
    for (const sign of [/\p{Extended_Pictographic}/u, /\0/, /^$/, /'/, /^.{5000,}$/s])
      expect(texts.some((text) => sign.test(text))).toBe(true);
    expect(texts.some((text) => !text.isWellFormed())).toBe(true);
    expect(all.some((one) => Object.hasOwn(one, '__proto__'))).toBe(true);
  });

  test('and is minimised towards the accepted value', async () => {
    const { varying, part } = await varyingOf({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'boolean' } },
    });
    const values = createValueArbitrary([part], { a: 'kept', b: 3 }, varying);
    const { counterexample } = fc.check(
      fc.property(values, (value) => ((value as { b?: number }).b ?? 0) < 1000),
      { seed: 3, numRuns: 500 },
    );
    expect(counterexample).toEqual([{ a: 'kept', b: 1000 }]);
  });
});

describe('a value exceeds the limits of JSON parsers', () => {
  test.each<[value: unknown, isLeft: boolean]>([
    ['plain', false],
    ['Zoë 😀 👩 é', false],
    ['a\0b', true],
    ['\ud83d', true],
    ['x'.repeat(5001), true],
    [2 ** 53 - 1, false],
    [2 ** 53, true],
    [1e-300, true],
    [-0, false],
    [JSON.parse('{"__proto__":1}'), true],
    [JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`), true],
    [[{ a: [1, 'x', null, true] }], false],
  ])('%j: %s', (value, isLeft) => {
    expect(isUnsettled(value)).toBe(isLeft);
  });
});

test('JSON is sent with negative zero', () => {
  expect(writeJsonBody({ a: -0, b: [0, -0, '-0'] })).toBe('{"a":-0,"b":[0,-0,"-0"]}');
  checkProperty(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(writeJsonBody(value))).toEqual(value);
    }),
  );
});

/** A request without parameters and body, but with these. */
const message = (more: Partial<RequestInput>): RequestInput => ({
  path: {},
  query: {},
  header: {},
  cookie: {},
  body: undefined,
  type: undefined,
  ...more,
});

test('finds the locations in which two requests differ', () => {
  const from = message({ query: { limit: 3 }, body: { a: [1, 2], b: 'x', same: { deep: 1 } } });
  const to = message({ query: {}, body: { a: [1, -0], c: '😀', same: { deep: 1 } } });
  const expected: readonly Change[] = [
    { location: 'query limit', description: 'query limit is omitted' },
    { location: 'body /a/*', description: 'body /a/1 is -0' },
    { location: 'body /b', description: 'body /b is omitted' },
    { location: 'body /c', description: 'body /c is "😀"' },
  ];
  expect(findChanges(from, to)).toEqual(expected);
});

test.each<[name: string, isOpen: boolean]>([
  ['id', true],
  ['marker', true],
  ['q', true],
  ['word', false],
  ['state', false],
  ['limit', false],
  ['tags', true],
  ['states', false],
  ['pages', false],
  ['filter', true],
  ['either', true],
  ['anything', true],
])('the document does not determine the values of %s: %s', async (name, isOpen) => {
  const { varying } = await varyingOf({});
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
    { name: 'marker', in: 'query', schema: { type: 'string', minLength: 1, maxLength: 80 } },
    { name: 'q', in: 'query', schema: { type: 'string' } },
    { name: 'word', in: 'query', schema: { type: 'string', maxLength: 10 } },
    { name: 'state', in: 'query', schema: { enum: ['on', 'off'] } },
    { name: 'limit', in: 'query', schema: { type: 'integer' } },
    { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
    { name: 'states', in: 'query', schema: { type: 'array', items: { type: 'string', enum: ['on', 'off'] } } },
    { name: 'pages', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
    { name: 'filter', in: 'query', schema: { type: 'object', properties: { owner: { type: 'string' } } } },
    {
      name: 'either',
      in: 'query',
      schema: { anyOf: [{ enum: ['on'] }, { type: 'array', items: { type: 'string' } }] },
    },
    { name: 'anything', in: 'query', schema: { type: 'array' } },
  ];
  const things = {
    type: 'object',
    properties: {
      next: { type: 'string' },
      items: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
    },
  };
  const responses = { 200: { description: 'x', content: { 'application/json': { schema: things } } } };
  const paths = { '/shops/{id}/things': { get: { operationId: 'list', parameters, responses } } };
  const whole = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };
  const document = createDocument(documentSource(whole as unknown as DocumentObject));
  const operation = document.operations.get('list');
  const parameter = operation?.parameters.find((one) => one.name === name);
  if (!operation || !parameter) throw new Error('there is no such parameter');
  expect(isOpenParameter(operation, parameter, { variationContext: varying, resources: findResources(document) })).toBe(
    isOpen,
  );
});

test.each<[schema: object, value: number, kind: string]>([
  [{ type: 'integer' }, 2 ** 31 - 1, 'valid'],
  [{ type: 'integer' }, 2 ** 31, 'open'],
  [{ type: 'integer' }, -(2 ** 31) - 1, 'open'],
  [{ type: 'integer', format: 'int64' }, 2 ** 31, 'valid'],
  [{ type: 'integer', maximum: 1e12 }, 2 ** 31, 'valid'],
])('a parameter with the schema %j may be limited to 32 bits: %d is %s', async (schema, value, kind) => {
  const { varying } = await varyingOf({});
  const parameters = [{ name: 'page', in: 'query', schema }];
  const paths = { '/things': { get: { operationId: 'list', parameters, responses: { 200: { description: '' } } } } };
  const whole = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };
  const document = createDocument(documentSource(whole as unknown as DocumentObject));
  const operation = document.operations.get('list');
  if (!operation) throw new Error('there is no such operation');
  const accepted = message({ query: { page: 1 } });
  const input = message({ query: { page: value } });
  const request = requireValue(serializeRequest(operation, input));
  const changes = findChanges(accepted, input);
  const context = { variationContext: varying, resources: findResources(document) };
  expect(await expectGenerated({ operation, request, input, accepted, changes, ...context })).toEqual({ kind });
});

describe('an integer with an exponent', () => {
  test.each<[where: 'path' | 'query' | 'body', value: unknown, kind: string]>([
    ['path', 1e21, 'open'],
    ['path', [1e308], 'open'],
    ['query', 1e21, 'open'],
    ['query', -1e21, 'open'],
    ['query', 1e20, 'valid'],
    ['query', 1e-7, 'invalid'],
    ['query', '1e999', 'invalid'],
    ['query', 'text', 'invalid'],
    ['body', 1e21, 'valid'],
    ['body', '1e21', 'invalid'],
  ])('in a %s, %j: %s', async (where, value, kind) => {
    const integer = { type: 'integer' };
    const parameters = ['path', 'query'].map((place) => ({ name: place, in: place, required: true, schema: integer }));
    const requestBody = { content: { 'application/json': { schema: integer } } };
    const paths = { '/{path}': { put: { operationId: 'put', parameters, requestBody, responses: {} } } };
    const whole = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };
    const operation = createDocument(documentSource(whole as unknown as DocumentObject)).operations.get('put');
    if (!operation) throw new Error('unknown operation');
    const given = { path: 1, query: 1, body: 1, [where]: value };
    const [path, query] = [{ path: given.path }, { query: given.query }];
    const message: RequestInput = {
      path,
      query,
      header: {},
      cookie: {},
      body: given.body,
      type: operation.body?.mediaTypes[0],
    };
    expect((await expectationOf(operation, requireValue(serializeRequest(operation, message)), message)).kind).toBe(
      kind,
    );
  });
});

describe('the expectation for a protobuf JSON body', () => {
  test.each<[body: unknown, kind: string]>([
    [{}, 'valid'],
    [{ query: { limit: 5, offset: '7' } }, 'valid'],
    [{ query: null }, 'open'],
    [{ query: { offset: 7 } }, 'open'],
    [{ query: { limit: '5' } }, 'open'],
    [{ queries: [{ nameQuery: { name: 'x', method: 1 } }] }, 'open'],
    [{ queries: [{ nameQuery: { name: 5 } }] }, 'invalid'],
    [{ query: { offset: 7, limit: 2000 } }, 'invalid'],
    [{ query: { asc: 'true' } }, 'invalid'],
    [{ query: { limit: 'many' } }, 'invalid'],
  ])('%j: %s', async (body, kind) => {
    const path = fileURLToPath(new URL('../../../spec/identity.yaml', import.meta.url));
    const operation = createDocument(await openDocument(path)).operations.get('searchProjects');
    if (!operation) throw new Error('unknown operation');
    const message: RequestInput = {
      path: {},
      query: {},
      header: {},
      cookie: {},
      body,
      type: operation.body?.mediaTypes[0],
    };
    expect((await expectationOf(operation, requireValue(serializeRequest(operation, message)), message)).kind).toBe(
      kind,
    );
  });
});
