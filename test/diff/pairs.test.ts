// Pairs of documents, and whom the change between them breaks: clients, servers, both or nobody.

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
    ['an optional property more', object({ a: text }), object({ a: text, b: text }), harmless, risky],
    [
      'a required property more',
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
    ['a number where only integers were', whole, number, harmless, breaking],
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
      'an exclusive bound that integers do not notice',
      { ...whole, minimum: 1 },
      { ...whole, exclusiveMinimum: 0 },
      harmless,
      harmless,
    ],
    ['an object that forbids what nobody sends', object({ a: text }), object({ a: text }, closed), risky, harmless],
    ['both of two become either of two, and both match', both, { oneOf: [hasA, hasB] }, breaking, breaking],
    [
      'the same with the properties beside the alternatives',
      both,
      { ...object({ a: text, b: text }), oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      breaking,
      breaking,
    ],
    ['both of two become any of two', both, { anyOf: [hasA, hasB] }, harmless, breaking],
    ['either of two become both of two, which matched both', { oneOf: [hasA, hasB] }, both, breaking, breaking],
    [
      'any of two beside properties, where one is always there',
      hasA,
      { ...hasA, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      harmless,
      harmless,
    ],
    [
      'either of two that a property tells apart',
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
    ['a type or null for a type', text, { anyOf: [text, { type: 'null' }] }, harmless, breaking],
    [
      'at least two of some instead of one',
      list(text, { contains: { const: 'a' } }),
      list(text, { contains: { const: 'a' }, minContains: 2 }),
      breaking,
      harmless,
    ],
    [
      'at least one of some instead of two',
      list(text, { contains: { const: 'a' }, minContains: 2 }),
      list(text, { contains: { const: 'a' } }),
      harmless,
      breaking,
    ],
    [
      'at most three of some instead of any number',
      list(text, { contains: { const: 'a' } }),
      list(text, { contains: { const: 'a' }, maxContains: 3 }),
      breaking,
      harmless,
    ],
    [
      'more at least, and more at most',
      list(text, { contains: { const: 'a' }, minContains: 1, maxContains: 2 }),
      list(text, { contains: { const: 'a' }, minContains: 2, maxContains: 3 }),
      breaking,
      breaking,
    ],
    [
      'no item that must be there',
      list(text),
      list(text, { contains: { const: 'a' }, minContains: 0 }),
      harmless,
      harmless,
    ],
    [
      'an item of more values that must be there',
      list(text, { contains: { const: 'a' } }),
      list(text, { contains: { enum: ['a', 'b'] } }),
      harmless,
      breaking,
    ],
    [
      'an item of more values of which there may be one',
      list(text, { contains: { const: 'a' }, minContains: 0, maxContains: 1 }),
      list(text, { contains: { enum: ['a', 'b'] }, minContains: 0, maxContains: 1 }),
      breaking,
      harmless,
    ],
    [
      'a property that needs one more',
      { dependentRequired: { a: ['b'] } },
      { dependentRequired: { a: ['b', 'c'] } },
      breaking,
      harmless,
    ],
    [
      'a property that needs one less',
      { dependentRequired: { a: ['b', 'c'] } },
      { dependentRequired: { a: ['c'] } },
      harmless,
      breaking,
    ],
    [
      'a property that needs another one',
      { dependentRequired: { a: ['b'] } },
      { dependentRequired: { a: ['c'] } },
      breaking,
      breaking,
    ],
    [
      'a property that needs what is required anyway',
      both,
      { ...both, dependentRequired: { a: ['b'] } },
      harmless,
      harmless,
    ],
    [
      'a stricter schema with a property',
      { dependentSchemas: { a: { minProperties: 1 } } },
      { dependentSchemas: { a: { minProperties: 2 } } },
      breaking,
      harmless,
    ],
    [
      'a schema for names that match a pattern',
      object({}),
      object({}, { patternProperties: { '^x-': text } }),
      risky,
      harmless,
    ],
    [
      'the same where any were expressly allowed',
      object({}, { additionalProperties: true }),
      object({}, { additionalProperties: true, patternProperties: { '^x-': text } }),
      breaking,
      harmless,
    ],
    [
      'names that match a pattern, where others are forbidden',
      object({ a: text }, closed),
      object({ a: text }, { ...closed, patternProperties: { '^x-': text } }),
      harmless,
      breaking,
    ],
    [
      'no names of a pattern any more, where others are forbidden',
      object({ a: text }, { ...closed, patternProperties: { '^x-': text } }),
      object({ a: text }, closed),
      breaking,
      harmless,
    ],
    [
      'a pattern of which the others were described alike',
      object({}, { additionalProperties: text }),
      object({}, { additionalProperties: text, patternProperties: { '^x-': text } }),
      harmless,
      harmless,
    ],
    [
      'a pattern that is written in another way',
      object({}, { patternProperties: { '^x-': text } }),
      object({}, { patternProperties: { '^x-.*': text } }),
      risky,
      risky,
    ],
    [
      'fewer values that are forbidden',
      { ...text, not: { enum: ['a', 'b'] } },
      { ...text, not: { const: 'a' } },
      harmless,
      breaking,
    ],
    [
      'more values that are forbidden',
      { ...text, not: { maxLength: 2 } },
      { ...text, not: { maxLength: 3 } },
      breaking,
      harmless,
    ],
    [
      'a bound below two negations',
      { ...text, not: { not: { maxLength: 3 } } },
      { ...text, not: { not: { maxLength: 2 } } },
      breaking,
      harmless,
    ],
    [
      'a property of what is forbidden',
      { not: object({ a: text }, { required: ['a'] }) },
      { not: object({ a: text, b: text }, { required: ['a', 'b'] }) },
      harmless,
      breaking,
    ],
    ['another type that is forbidden', { not: text }, { not: whole }, breaking, breaking],
    [
      'another pattern that is forbidden',
      { ...text, not: { pattern: '^a' } },
      { ...text, not: { pattern: '^b' } },
      risky,
      risky,
    ],
    [
      'a stricter consequence',
      when({ required: ['a'] }, { required: ['b'] }),
      when({ required: ['a'] }, { required: ['b', 'c'] }),
      breaking,
      harmless,
    ],
    [
      'a premise that fewer meet',
      when({ required: ['a'] }, { required: ['b'] }),
      when({ required: ['a', 'c'] }, { required: ['b'] }),
      harmless,
      breaking,
    ],
    [
      'a premise that fewer meet, with another consequence for the others',
      when({ required: ['a'] }, { required: ['b'] }, { else: { required: ['d'] } }),
      when({ required: ['a', 'c'] }, { required: ['b'] }, { else: { required: ['d'] } }),
      risky,
      risky,
    ],
    ['a premise without a consequence', object({}), { ...object({}), if: { required: ['a'] } }, harmless, harmless],
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
    ['what was always true', true, {}, harmless, harmless],
    ['nothing any more', text, false, breaking, harmless],
  ])('%s', (_, old, now, clients, servers) => {
    expect(worst(request(old), request(now))).toEqual([clients, servers]);
  });
});

describe('in a response body:', () => {
  test.each<Row>([
    ['an optional property more', object({ a: text }), object({ a: text, b: text }), harmless, harmless],
    ['a property less', object({ a: text, b: text }), object({ a: text }), risky, harmless],
    ['a required property that becomes optional', hasA, object({ a: text, b: text }), breaking, harmless],
    ['a value more of an enum', { enum: ['a'] }, { enum: ['a', 'b'] }, risky, harmless],
    ['null for a value', { ...text }, { type: ['string', 'null'] }, breaking, harmless],
    ['both of two become either of two, and both matched', both, { oneOf: [hasA, hasB] }, breaking, breaking],
    [
      'at least two of some instead of one',
      list(text, { contains: { const: 'a' } }),
      list(text, { contains: { const: 'a' }, minContains: 2 }),
      harmless,
      breaking,
    ],
    [
      'at most three of some instead of two',
      list(text, { contains: { const: 'a' }, maxContains: 2 }),
      list(text, { contains: { const: 'a' }, maxContains: 3 }),
      breaking,
      harmless,
    ],
    [
      'a property that comes with one less',
      { dependentRequired: { a: ['b', 'c'] } },
      { dependentRequired: { a: ['b'] } },
      breaking,
      harmless,
    ],
    [
      'a schema for names that match a pattern',
      object({}),
      object({}, { patternProperties: { '^x-': text } }),
      harmless,
      risky,
    ],
    [
      'no schema for names of a pattern',
      object({}, { patternProperties: { '^x-': text } }),
      object({}),
      risky,
      harmless,
    ],
    [
      'fewer values that are forbidden',
      { ...text, not: { enum: ['a', 'b'] } },
      { ...text, not: { const: 'a' } },
      breaking,
      harmless,
    ],
    [
      'a weaker consequence',
      when({ required: ['a'] }, { required: ['b', 'c'] }),
      when({ required: ['a'] }, { required: ['b'] }),
      breaking,
      harmless,
    ],
    ['an alternative more, told apart by its type', { oneOf: [text] }, { oneOf: [text, whole] }, breaking, harmless],
    ['an alternative less', { anyOf: [text, whole] }, { anyOf: [text] }, harmless, breaking],
  ])('%s', (_, old, now, clients, servers) => {
    expect(worst(response(old), response(now))).toEqual([clients, servers]);
  });
});

describe('in a query parameter:', () => {
  const values = (schema: unknown, more: object = {}) => ({ schema, ...more });
  const joined = { style: 'form', explode: false };
  test.each<Row>([
    ['a list of what was a single value', values(whole), values(list(whole)), harmless, breaking],
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
      'a list that commas separate, of strings that may have some',
      values(text),
      values(list(text), joined),
      breaking,
      breaking,
    ],
    [
      'a list that commas separate, of integers',
      values(whole, joined),
      values(list(whole), joined),
      harmless,
      breaking,
    ],
    ['a single value of what was a list', values(list(text)), values(text), breaking, harmless],
    ['a list with commas instead of one without', values(list(text)), values(list(text), joined), breaking, breaking],
    ['an object of what was a single value', values(text), values(object({ a: text })), breaking, breaking],
    ['a string for an integer, which is text anyway', values(whole), values(text), harmless, breaking],
    [
      'an explode that single values do not notice',
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
    ['format byte is no plain text', byte, text, breaking, breaking, json],
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
      'binary of a form is one, too',
      file(binary),
      file({ ...text, contentMediaType: 'image/png' }),
      harmless,
      harmless,
      form,
    ],
    ['binary of a form is an empty schema', file(binary), file({}), harmless, harmless, form],
    [
      'binary in a list of files',
      object({ files: list(binary) }),
      object({ files: list({ contentMediaType: 'application/octet-stream' }) }),
      harmless,
      harmless,
      form,
    ],
    ['binary is no text of a form', file(binary), file(text), harmless, breaking, form],
    ['binary is not just anything in JSON', file(binary), file({}), harmless, breaking, json],
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
    ['a reference with siblings has them now', { allOf: [text] }, text, harmless, harmless, json],
  ])('%s', (_, old, now, clients, servers, type) => {
    expect(worst(upload(old, '3.0.3', type), upload(now, '3.1.0', type))).toEqual([clients, servers]);
  });
});

describe('of the whole document:', () => {
  const paths = (some: object, more: object = {}) => documentOf({ paths: some, ...more });
  const done = { responses: { 200: { description: 'Done.' } } };
  const gone = { ...done, deprecated: true, 'x-sunset': '2026-05-01' };
  test.each<readonly [what: string, old: DocumentObject, now: DocumentObject, clients: Level, servers: Level]>([
    ['an operation more', paths({}), paths({ '/a': { get: done } }), harmless, breaking],
    ['an operation less', paths({ '/a': { get: done } }), paths({}), breaking, harmless],
    ['an operation less whose sunset has passed', paths({ '/a': { get: gone } }), paths({}), harmless, harmless],
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
      'a success status more',
      operationOf({}),
      operationOf({ responses: { 200: { description: '' }, 202: { description: '' } } }),
      risky,
      harmless,
    ],
    [
      'an error status more',
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
