// Pairs of documents with the effect of their differences on clients and servers.

import { describe, expect, test } from 'vitest';
import { LEVELS, type Level } from '../../src/diff/level.ts';
import type { DocumentObject } from '../../src/openapi/objects.ts';
import { changesOf, documentOf, operationOf } from '../support/comparing.ts';

/** The worst level for clients and for servers, with the old and the new part. */
type Row = readonly [what: string, old: unknown, now: unknown, clients: Level, servers: Level];

const text = { type: 'string' };
const whole = { type: 'integer' };
const number = { type: 'number' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const list = (items: unknown, more: object = {}) => ({ type: 'array', items, ...more });
const when = (premise: object, then: object, more: object = {}) => ({ if: premise, then, ...more });
const closed = { additionalProperties: false };
const both = object({ a: text, b: text }, { required: ['a', 'b'] });
const hasA = object({ a: text, b: text }, { required: ['a'] });
const hasB = object({ a: text, b: text }, { required: ['b'] });

const [breaking, risky, harmless] = LEVELS as readonly [Level, Level, Level];

function worst(old: DocumentObject, now: DocumentObject): readonly [clients: Level, servers: Level] {
  const changes = changesOf(old, now, new Date('2026-06-01'));
  const of = (side: 'clients' | 'servers') =>
    LEVELS.find((level) => changes.some((change) => change[side] === level)) ?? 'harmless';
  return [of('clients'), of('servers')];
}

const request = (schema: unknown) => operationOf({ requestBody: { content: { 'application/json': { schema } } } });
const response = (schema: unknown) =>
  operationOf({ responses: { 200: { description: 'Done.', content: { 'application/json': { schema } } } } });
const query = (parameter: unknown) => operationOf({ parameters: [{ name: 'q', in: 'query', ...Object(parameter) }] });

describe('in a request body:', () => {
  test.each<Row>([
    ['an optional property added', object({ a: text }), object({ a: text, b: text }), harmless, risky],
    [
      'a required property added',
      object({ a: text }),
      object({ a: text, b: text }, { required: ['b'] }),
      breaking,
      risky,
    ],
    [
      'a property that becomes required',
      object({ a: text }),
      object({ a: text }, { required: ['a'] }),
      breaking,
      harmless,
    ],
    ['a property that becomes optional', hasA, object({ a: text, b: text }), harmless, breaking],
    ['a number instead of an integer', whole, number, harmless, breaking],
    ['fewer values of an enum', { enum: ['a', 'b'] }, { enum: ['b'] }, breaking, harmless],
    [
      'an enum in another order and a type beside it',
      { enum: ['a', 'b'] },
      { type: 'string', enum: ['b', 'a'] },
      harmless,
      harmless,
    ],
    ['a constant instead of an enum of one', { enum: ['a'] }, { const: 'a' }, harmless, harmless],
    ['a longer maximum length', { ...text, maxLength: 5 }, { ...text, maxLength: 6 }, harmless, breaking],
    [
      'a maximum beside a stricter one',
      { type: 'integer', maximum: 5 },
      { allOf: [{ maximum: 9 }, { type: 'integer', maximum: 5 }] },
      harmless,
      harmless,
    ],
    [
      'an equivalent exclusive bound of integers',
      { ...whole, minimum: 1 },
      { ...whole, exclusiveMinimum: 0 },
      harmless,
      harmless,
    ],
    ['additional properties forbidden', object({ a: text }), object({ a: text }, closed), risky, harmless],
    ['allOf two becomes oneOf two, and both match', both, { oneOf: [hasA, hasB] }, breaking, breaking],
    [
      'the same with the properties beside the alternatives',
      both,
      { ...object({ a: text, b: text }), oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      breaking,
      breaking,
    ],
    ['allOf two becomes anyOf two', both, { anyOf: [hasA, hasB] }, harmless, breaking],
    ['oneOf two becomes allOf two', { oneOf: [hasA, hasB] }, both, breaking, breaking],
    [
      'anyOf two added, one of which always matches',
      hasA,
      { ...hasA, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      harmless,
      harmless,
    ],
    [
      'oneOf two with distinct constants instead of one of them',
      object({ kind: { const: 'a' } }, { required: ['kind'] }),
      {
        oneOf: [
          object({ kind: { const: 'a' } }, { required: ['kind'] }),
          object({ kind: { const: 'b' } }, { required: ['kind'] }),
        ],
      },
      harmless,
      breaking,
    ],
    ['a type or null instead of the type', text, { anyOf: [text, { type: 'null' }] }, harmless, breaking],
    [
      'minContains 2 instead of 1',
      list(text, { contains: { const: 'a' } }),
      list(text, { contains: { const: 'a' }, minContains: 2 }),
      breaking,
      harmless,
    ],
    [
      'minContains 1 instead of 2',
      list(text, { contains: { const: 'a' }, minContains: 2 }),
      list(text, { contains: { const: 'a' } }),
      harmless,
      breaking,
    ],
    [
      'maxContains added',
      list(text, { contains: { const: 'a' } }),
      list(text, { contains: { const: 'a' }, maxContains: 3 }),
      breaking,
      harmless,
    ],
    [
      'higher minContains and maxContains',
      list(text, { contains: { const: 'a' }, minContains: 1, maxContains: 2 }),
      list(text, { contains: { const: 'a' }, minContains: 2, maxContains: 3 }),
      breaking,
      breaking,
    ],
    [
      'contains with minContains 0 added',
      list(text),
      list(text, { contains: { const: 'a' }, minContains: 0 }),
      harmless,
      harmless,
    ],
    [
      'contains with more values',
      list(text, { contains: { const: 'a' } }),
      list(text, { contains: { enum: ['a', 'b'] } }),
      harmless,
      breaking,
    ],
    [
      'contains with more values and maxContains',
      list(text, { contains: { const: 'a' }, minContains: 0, maxContains: 1 }),
      list(text, { contains: { enum: ['a', 'b'] }, minContains: 0, maxContains: 1 }),
      breaking,
      harmless,
    ],
    [
      'dependentRequired with one more property',
      { dependentRequired: { a: ['b'] } },
      { dependentRequired: { a: ['b', 'c'] } },
      breaking,
      harmless,
    ],
    [
      'dependentRequired with one property less',
      { dependentRequired: { a: ['b', 'c'] } },
      { dependentRequired: { a: ['c'] } },
      harmless,
      breaking,
    ],
    [
      'dependentRequired with another property',
      { dependentRequired: { a: ['b'] } },
      { dependentRequired: { a: ['c'] } },
      breaking,
      breaking,
    ],
    [
      'dependentRequired of a required property',
      both,
      { ...both, dependentRequired: { a: ['b'] } },
      harmless,
      harmless,
    ],
    [
      'a stricter dependent schema',
      { dependentSchemas: { a: { minProperties: 1 } } },
      { dependentSchemas: { a: { minProperties: 2 } } },
      breaking,
      harmless,
    ],
    ['pattern properties added', object({}), object({}, { patternProperties: { '^x-': text } }), risky, harmless],
    [
      'pattern properties added where others were explicitly allowed',
      object({}, { additionalProperties: true }),
      object({}, { additionalProperties: true, patternProperties: { '^x-': text } }),
      breaking,
      harmless,
    ],
    [
      'pattern properties added to a closed object',
      object({ a: text }, closed),
      object({ a: text }, { ...closed, patternProperties: { '^x-': text } }),
      harmless,
      breaking,
    ],
    [
      'pattern properties removed from a closed object',
      object({ a: text }, { ...closed, patternProperties: { '^x-': text } }),
      object({ a: text }, closed),
      breaking,
      harmless,
    ],
    [
      'pattern properties with the schema of additional ones',
      object({}, { additionalProperties: text }),
      object({}, { additionalProperties: text, patternProperties: { '^x-': text } }),
      harmless,
      harmless,
    ],
    [
      'an equivalent pattern',
      object({}, { patternProperties: { '^x-': text } }),
      object({}, { patternProperties: { '^x-.*': text } }),
      risky,
      risky,
    ],
    [
      'fewer values in not',
      { ...text, not: { enum: ['a', 'b'] } },
      { ...text, not: { const: 'a' } },
      harmless,
      breaking,
    ],
    ['more values in not', { ...text, not: { maxLength: 2 } }, { ...text, not: { maxLength: 3 } }, breaking, harmless],
    [
      'a bound below two negations',
      { ...text, not: { not: { maxLength: 3 } } },
      { ...text, not: { not: { maxLength: 2 } } },
      breaking,
      harmless,
    ],
    [
      'one more property in not',
      { not: object({ a: text }, { required: ['a'] }) },
      { not: object({ a: text, b: text }, { required: ['a', 'b'] }) },
      harmless,
      breaking,
    ],
    ['another type in not', { not: text }, { not: whole }, breaking, breaking],
    ['another pattern in not', { ...text, not: { pattern: '^a' } }, { ...text, not: { pattern: '^b' } }, risky, risky],
    [
      'a stricter then',
      when({ required: ['a'] }, { required: ['b'] }),
      when({ required: ['a'] }, { required: ['b', 'c'] }),
      breaking,
      harmless,
    ],
    [
      'a stricter if',
      when({ required: ['a'] }, { required: ['b'] }),
      when({ required: ['a', 'c'] }, { required: ['b'] }),
      harmless,
      breaking,
    ],
    [
      'a stricter if, with else',
      when({ required: ['a'] }, { required: ['b'] }, { else: { required: ['d'] } }),
      when({ required: ['a', 'c'] }, { required: ['b'] }, { else: { required: ['d'] } }),
      risky,
      risky,
    ],
    ['if without then', object({}), { ...object({}), if: { required: ['a'] } }, harmless, harmless],
    [
      'shorter property names',
      { propertyNames: { maxLength: 5 } },
      { propertyNames: { maxLength: 4 } },
      breaking,
      harmless,
    ],
    [
      'a schema for the content of a text',
      { ...text, contentSchema: object({ a: text }) },
      { ...text, contentSchema: object({ a: text }, { required: ['a'] }) },
      breaking,
      harmless,
    ],
    [
      'a read-only property that becomes required',
      object({ a: { ...text, readOnly: true } }),
      object({ a: { ...text, readOnly: true } }, { required: ['a'] }),
      harmless,
      harmless,
    ],
    ['items of a tuple', { prefixItems: [text, whole] }, { prefixItems: [whole, text] }, breaking, breaking],
    ['true as an empty schema', true, {}, harmless, harmless],
    ['false instead of a type', text, false, breaking, harmless],
  ])('%s', (_, old, now, clients, servers) => {
    expect(worst(request(old), request(now))).toEqual([clients, servers]);
  });
});

describe('in a response body:', () => {
  test.each<Row>([
    ['an optional property added', object({ a: text }), object({ a: text, b: text }), harmless, harmless],
    ['a property removed', object({ a: text, b: text }), object({ a: text }), risky, harmless],
    ['a required property that becomes optional', hasA, object({ a: text, b: text }), breaking, harmless],
    ['an enum value added', { enum: ['a'] }, { enum: ['a', 'b'] }, risky, harmless],
    ['null allowed', { ...text }, { type: ['string', 'null'] }, breaking, harmless],
    ['allOf two becomes oneOf two', both, { oneOf: [hasA, hasB] }, breaking, breaking],
    [
      'minContains 2 instead of 1',
      list(text, { contains: { const: 'a' } }),
      list(text, { contains: { const: 'a' }, minContains: 2 }),
      harmless,
      breaking,
    ],
    [
      'maxContains 3 instead of 2',
      list(text, { contains: { const: 'a' }, maxContains: 2 }),
      list(text, { contains: { const: 'a' }, maxContains: 3 }),
      breaking,
      harmless,
    ],
    [
      'dependentRequired with one property less',
      { dependentRequired: { a: ['b', 'c'] } },
      { dependentRequired: { a: ['b'] } },
      breaking,
      harmless,
    ],
    ['pattern properties added', object({}), object({}, { patternProperties: { '^x-': text } }), harmless, risky],
    ['pattern properties removed', object({}, { patternProperties: { '^x-': text } }), object({}), risky, harmless],
    [
      'fewer values in not',
      { ...text, not: { enum: ['a', 'b'] } },
      { ...text, not: { const: 'a' } },
      breaking,
      harmless,
    ],
    [
      'a weaker then',
      when({ required: ['a'] }, { required: ['b', 'c'] }),
      when({ required: ['a'] }, { required: ['b'] }),
      breaking,
      harmless,
    ],
    ['an alternative of another type added', { oneOf: [text] }, { oneOf: [text, whole] }, breaking, harmless],
    ['an alternative removed', { anyOf: [text, whole] }, { anyOf: [text] }, harmless, breaking],
  ])('%s', (_, old, now, clients, servers) => {
    expect(worst(response(old), response(now))).toEqual([clients, servers]);
  });
});

describe('in a query parameter:', () => {
  const values = (schema: unknown, more: object = {}) => ({ schema, ...more });
  const joined = { style: 'form', explode: false };
  test.each<Row>([
    ['a list instead of a single value', values(whole), values(list(whole)), harmless, breaking],
    [
      'a list of strings instead of a string or an integer',
      values({ type: ['string', 'integer'] }),
      values(list(text)),
      harmless,
      breaking,
    ],
    [
      'a list of wider values',
      values({ ...text, maxLength: 3 }),
      values(list({ ...text, maxLength: 5 })),
      harmless,
      breaking,
    ],
    ['a list of narrower values', values(text), values(list({ enum: ['a', 'b'] })), breaking, breaking],
    ['a list of at least two', values(text), values(list(text, { minItems: 2 })), breaking, breaking],
    ['a list of at most one', values(text), values(list(text, { maxItems: 1 })), harmless, breaking],
    [
      'a comma-separated list of strings, which may contain commas',
      values(text),
      values(list(text), joined),
      breaking,
      breaking,
    ],
    ['a comma-separated list of integers', values(whole, joined), values(list(whole), joined), harmless, breaking],
    ['a single value instead of a list', values(list(text)), values(text), breaking, harmless],
    [
      'a comma-separated list instead of repeated parameters',
      values(list(text)),
      values(list(text), joined),
      breaking,
      breaking,
    ],
    ['an object instead of a single value', values(text), values(object({ a: text })), breaking, breaking],
    ['a string instead of an integer', values(whole), values(text), harmless, breaking],
    [
      'another explode of a single value',
      values(text, { explode: false }),
      values(text, { explode: true }),
      harmless,
      harmless,
    ],
    ['a parameter that becomes required', values(text), values(text, { required: true }), breaking, harmless],
    ['another default', values({ ...whole, default: 1 }), values({ ...whole, default: 2 }), risky, risky],
  ])('%s', (_, old, now, clients, servers) => {
    expect(worst(query(old), query(now))).toEqual([clients, servers]);
  });
});

describe('from OpenAPI 3.0 to 3.1:', () => {
  const upload = (schema: unknown, version: string, type: string) =>
    operationOf({ requestBody: { content: { [type]: schema === undefined ? {} : { schema } } } }, {}, version);
  const binary = { type: 'string', format: 'binary' };
  const byte = { type: 'string', format: 'byte' };
  const base64 = { type: 'string', contentEncoding: 'base64' };
  const [form, json, bytes] = ['multipart/form-data', 'application/json', 'application/octet-stream'] as const;
  const file = (schema: unknown) => object({ file: schema }, { required: ['file'] });
  test.each<readonly [what: string, old: unknown, now: unknown, clients: Level, servers: Level, type: string]>([
    ['format byte is base64', byte, base64, harmless, harmless, json],
    ['format byte is not base64url', byte, { type: 'string', contentEncoding: 'base64url' }, breaking, breaking, json],
    ['format byte is not a plain string', byte, text, breaking, breaking, json],
    ['binary is a body without a schema', binary, undefined, harmless, harmless, bytes],
    ['binary is an empty schema', binary, {}, harmless, harmless, bytes],
    [
      'binary is a media type of the content',
      binary,
      { contentMediaType: 'application/octet-stream' },
      harmless,
      harmless,
      bytes,
    ],
    [
      'binary in a form is a media type of the content',
      file(binary),
      file({ ...text, contentMediaType: 'image/png' }),
      harmless,
      harmless,
      form,
    ],
    ['binary in a form is an empty schema', file(binary), file({}), harmless, harmless, form],
    [
      'binary in a list of files',
      object({ files: list(binary) }),
      object({ files: list({ contentMediaType: 'application/octet-stream' }) }),
      harmless,
      harmless,
      form,
    ],
    ['binary in a form is not a string', file(binary), file(text), harmless, breaking, form],
    ['binary in JSON is not an empty schema', file(binary), file({}), harmless, breaking, json],
    ['nullable is a type', { ...text, nullable: true }, { type: ['string', 'null'] }, harmless, harmless, json],
    [
      'nullable is an alternative',
      { ...text, nullable: true },
      { anyOf: [text, { type: 'null' }] },
      harmless,
      harmless,
      json,
    ],
    [
      'an exclusive minimum is a number',
      { ...number, minimum: 1, exclusiveMinimum: true },
      { ...number, exclusiveMinimum: 1 },
      harmless,
      harmless,
      json,
    ],
    ['an enum of one value is a constant', { ...text, enum: ['a'] }, { const: 'a' }, harmless, harmless, json],
    ['allOf with one schema is that schema', { allOf: [text] }, text, harmless, harmless, json],
  ])('%s', (_, old, now, clients, servers, type) => {
    expect(worst(upload(old, '3.0.3', type), upload(now, '3.1.0', type))).toEqual([clients, servers]);
  });
});

describe('of the whole document:', () => {
  const paths = (some: object, more: object = {}) => documentOf({ paths: some, ...more });
  const done = { responses: { 200: { description: 'Done.' } } };
  const gone = { ...done, deprecated: true, 'x-sunset': '2026-05-01' };
  test.each<readonly [what: string, old: DocumentObject, now: DocumentObject, clients: Level, servers: Level]>([
    ['an operation added', paths({}), paths({ '/a': { get: done } }), harmless, breaking],
    ['an operation removed', paths({ '/a': { get: done } }), paths({}), breaking, harmless],
    ['an operation removed after its sunset', paths({ '/a': { get: gone } }), paths({}), harmless, harmless],
    [
      'another name of a path parameter',
      paths({ '/a/{b}': { get: done } }),
      paths({ '/a/{c}': { get: done } }),
      harmless,
      harmless,
    ],
    [
      'a base path that moves into the paths',
      paths({ '/a': { get: done } }, { servers: [{ url: '/v1' }] }),
      paths({ '/v1/a': { get: done } }),
      risky,
      risky,
    ],
    [
      'a success status added',
      operationOf({}),
      operationOf({ responses: { 200: { description: '' }, 202: { description: '' } } }),
      risky,
      harmless,
    ],
    [
      'an error status added',
      operationOf({}),
      operationOf({ responses: { 200: { description: '' }, 409: { description: '' } } }),
      harmless,
      harmless,
    ],
    [
      'the same schema in components',
      request(both),
      operationOf(
        { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Both' } } } } },
        { components: { schemas: { Both: both } } },
      ),
      harmless,
      harmless,
    ],
  ])('%s', (_, old, now, clients, servers) => {
    expect(worst(old, now)).toEqual([clients, servers]);
  });
});
