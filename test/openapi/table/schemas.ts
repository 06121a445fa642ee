// Body schemas by OpenAPI version.

import { documentOf, INTEGER, operation, type Row, row, STRING } from './row.ts';

type Version = '3.0.3' | '3.1.0';

/** A document with the operation `POST /a` and this JSON schema. */
function posting(schema: unknown, schemas: object = {}, openapi: Version = '3.0.3') {
  const requestBody = { required: true, content: { 'application/json': { schema: schema as never } } };
  return documentOf({ '/a': { post: operation({ requestBody }) } }, { openapi, components: { schemas } });
}
const newer = (schema: unknown, schemas: object = {}, more: object = {}) => ({
  ...posting(schema, schemas, '3.1.0'),
  ...more,
});
const send = (body: unknown) => ({
  line: 'POST /a',
  body: typeof body === 'object' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
const taken = (body: unknown) => ({
  input: typeof body === 'object' && body !== null && !Array.isArray(body) ? body : { body },
});
const rejected = (says: string) => ({ status: 400, says });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const NAMED = { type: 'object', properties: { name: STRING } };
const TREE = {
  Tree: { type: 'object', properties: { size: INTEGER, child: ref('Tree') }, additionalProperties: false },
};
const ANIMALS = {
  Animal: {
    type: 'object',
    required: ['kind'],
    properties: { kind: STRING },
    discriminator: {
      propertyName: 'kind',
      mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
    },
    oneOf: [ref('Cat'), ref('Dog')],
  },
  Cat: { type: 'object', required: ['lives'], properties: { kind: STRING, lives: INTEGER } },
  Dog: { type: 'object', properties: { kind: STRING, barks: { type: 'boolean' } } },
};

const both: readonly Row[] = [
  row('a body', posting(NAMED), send({ name: 'x' }), taken({ name: 'x' })),
  row('a body of a wrong type', posting(NAMED), send({ name: 5 }), rejected('body /name must be a string')),
  row('a body that is a list', posting({ type: 'array', items: INTEGER }), send([1, 2]), taken([1, 2])),
  row('a body that is a number', posting(INTEGER), send(5), taken(5)),
  row(
    'a number in a string in a body',
    posting(INTEGER),
    { line: 'POST /a', body: '"5"', headers: { 'content-type': 'application/json' } },
    rejected('body must be an integer'),
  ),
  row(
    'an integer with a zero fraction in a body',
    posting(INTEGER),
    { line: 'POST /a', body: '5.0', headers: { 'content-type': 'application/json' } },
    taken(5),
  ),
  row(
    'a missing required property',
    posting({ ...NAMED, required: ['name'] }),
    send({}),
    rejected('body /name is required'),
  ),
  row(
    'an additional property',
    posting({ ...NAMED, additionalProperties: false }),
    send({ x: 1 }),
    rejected('must not have the property'),
  ),
  row(
    'properties with any name',
    posting({ type: 'object', additionalProperties: INTEGER }),
    send({ x: 'y' }),
    rejected('body /x must be an integer'),
  ),
  row(
    'a text that is too long',
    posting({ ...STRING, maxLength: 2 }),
    send('abc'),
    rejected('must have at most 2 characters'),
  ),
  row('characters outside the BMP count once', posting({ ...STRING, maxLength: 2 }), send('𝄞𝄞'), taken('𝄞𝄞')),
  row('a pattern', posting({ ...STRING, pattern: '^a+$' }), send('b'), rejected('must match the pattern')),
  row(
    'a pattern with needless escapes',
    posting({ ...STRING, pattern: '^[\\w\\-]+\\@x$' }),
    send('a-b@x'),
    taken('a-b@x'),
  ),
  row('a multiple of a hundredth', posting({ type: 'number', multipleOf: 0.01 }), send(19.99), taken(19.99)),
  row(
    'no multiple of a hundredth',
    posting({ type: 'number', multipleOf: 0.01 }),
    send(0.015),
    rejected('must be a multiple of 0.01'),
  ),
  row(
    'equal items',
    posting({ type: 'array', items: INTEGER, uniqueItems: true }),
    send([1, 1]),
    rejected('must not have duplicate items'),
  ),
  row(
    'an enum of objects, with an inherited property name',
    posting({ type: 'object', properties: { e: { enum: [{ a: 1 }, { toString: 1 }] } } }),
    { line: 'POST /a', body: '{"e":{"toString":2}}', headers: { 'content-type': 'application/json' } },
    rejected('body /e must be one of {\\"a\\":1}, {'),
  ),
  row(
    'an object for a discriminator string, with an inherited property name',
    posting(ref('Animal'), ANIMALS),
    { line: 'POST /a', body: '{"kind":{"toString":2}}', headers: { 'content-type': 'application/json' } },
    rejected('body /kind must be a string'),
  ),
  row(
    'an object of an enum, with its properties in another order',
    posting({ type: 'object', properties: { e: { enum: [{ a: 1, b: { c: 2 } }] } } }),
    send({ e: { b: { c: 2 }, a: 1 } }),
    taken({ e: { b: { c: 2 }, a: 1 } }),
  ),
  row(
    'a date and time',
    posting({ ...STRING, format: 'date-time' }),
    send('2026-11-21T09:00:00Z'),
    taken('2026-11-21T09:00:00Z'),
  ),
  row(
    'an invalid date and time',
    posting({ ...STRING, format: 'date-time' }),
    send('yesterday'),
    rejected('must be a date and time'),
  ),
  row('an unknown format', posting({ ...STRING, format: 'colour' }), send('x'), taken('x')),
  row('an invalid uuid', posting({ ...STRING, format: 'uuid' }), send('x'), rejected('must match the format')),
  row('a string format on a number', posting({ ...INTEGER, format: 'uuid' }), send(5), taken(5)),
  row(
    'a whole number that is too large for its format',
    posting({ ...INTEGER, format: 'int32' }),
    send(2 ** 31),
    rejected('must be a whole number from'),
  ),
  row(
    'all of several schemas',
    posting({ allOf: [NAMED, { required: ['name'] }] }),
    send({}),
    rejected('/name is required'),
  ),
  row(
    'one of several schemas, of which two fit',
    posting({ oneOf: [INTEGER, { type: 'number' }] }),
    send(5),
    rejected('must match exactly one schema in \\"oneOf\\"'),
  ),
  row('any of several schemas', posting({ anyOf: [INTEGER, STRING] }), send(true), rejected('must be')),
  row('not a schema', posting({ not: INTEGER }), send(5), rejected('must not match the schema in')),
  row(
    'a recursive schema',
    posting(ref('Tree'), TREE),
    send({ child: { child: { size: 'x' } } }),
    rejected('body /child/child/size must be an integer'),
  ),
  row(
    'a recursive schema, at the root',
    posting({
      ...TREE.Tree,
      properties: { child: { $ref: '#/paths/~1a/post/requestBody/content/application~1json/schema' } },
    }),
    send({ child: { x: 1 } }),
    rejected('must not have the property'),
  ),
  row(
    'a discriminator',
    posting(ref('Animal'), ANIMALS),
    send({ kind: 'dog', barks: 'x' }),
    rejected('body /barks must be a boolean'),
  ),
  row('a discriminator with an unknown value', posting(ref('Animal'), ANIMALS), send({ kind: 'cow' }), { status: 400 }),
  row(
    'a discriminator that selects',
    posting(ref('Animal'), ANIMALS),
    send({ kind: 'dog', lives: 9 }),
    taken({ kind: 'dog', lives: 9 }),
  ),
  row(
    'a readOnly property',
    posting({ type: 'object', required: ['id'], properties: { id: { ...INTEGER, readOnly: true } } }),
    send({}),
    taken({}),
  ),
  row(
    'a property with an inherited name',
    posting({ type: 'object', properties: { constructor: INTEGER } }),
    send({ constructor: 'x' }),
    rejected('body /constructor must be an integer'),
  ),
  row('a schema that allows anything', posting({}), send({ x: [null] }), taken({ x: [null] })),
];

const older: readonly Row[] = [
  row(
    'null where it is allowed',
    posting({ type: 'object', properties: { x: { ...INTEGER, nullable: true } } }),
    send({ x: null }),
    taken({ x: null }),
  ),
  row(
    'null where it is not allowed',
    posting({ type: 'object', properties: { x: INTEGER } }),
    send({ x: null }),
    rejected('body /x must be an integer'),
  ),
  row(
    'nullable next to an enum without null',
    posting({ type: 'object', properties: { x: { ...STRING, nullable: true, enum: ['a', null] } } }),
    send({ x: null }),
    taken({ x: null }),
  ),
  row(
    'null without a type',
    posting({ type: 'object', properties: { x: { nullable: true, allOf: [INTEGER] } } }),
    send({ x: 5 }),
    taken({ x: 5 }),
  ),
  row(
    'siblings of a reference in 3.0',
    posting({ $ref: '#/components/schemas/S', maxLength: 1 }, { S: STRING }),
    send('abc'),
    taken('abc'),
  ),
  row(
    'an exclusive bound in 3.0',
    posting({ ...INTEGER, minimum: 5, exclusiveMinimum: true }),
    send(5),
    rejected('must be greater than 5'),
  ),
];

const newest: readonly Row[] = [
  row('a list of types in a body', newer({ type: ['string', 'null'] }), send(null), taken(null)),
  row(
    'siblings of a reference in 3.1',
    newer({ $ref: '#/components/schemas/S', maxLength: 1 }, { S: STRING }),
    send('abc'),
    rejected('must have at most 1 character'),
  ),
  row(
    'an exclusive bound in 3.1',
    newer({ ...INTEGER, exclusiveMinimum: 5 }),
    send(5),
    rejected('must be greater than 5'),
  ),
  row('a constant in a body', newer({ const: 5 }), send(6), rejected('must be 5')),
  row(
    'items with one schema each',
    newer({ type: 'array', prefixItems: [INTEGER, STRING] }),
    send([1, 2]),
    rejected('body /1 must be a string'),
  ),
  row(
    'items after those with their own schema',
    newer({ type: 'array', prefixItems: [INTEGER], items: false }),
    send([1, 2]),
    rejected('must have at most'),
  ),
  row('unevaluated properties', newer({ allOf: [NAMED], unevaluatedProperties: false }), send({ name: 'x', y: 1 }), {
    status: 400,
  }),
  row(
    'dependent properties',
    newer({ type: 'object', dependentRequired: { a: ['b'] } }),
    send({ a: 1 }),
    rejected('body /b is required when'),
  ),
  row('a list with a few matching items', newer({ type: 'array', contains: INTEGER, minContains: 2 }), send([1, 'x']), {
    status: 400,
  }),
  row(
    'a condition',
    newer({ if: { required: ['a'] }, ...Object.fromEntries([['then', { required: ['b'] }]]) }),
    send({ a: 1 }),
    rejected('/b is required'),
  ),
  row('names of properties', newer({ type: 'object', propertyNames: { pattern: '^[a-z]+$' } }), send({ A: 1 }), {
    status: 400,
  }),
  row('a schema that is true', newer({ type: 'object', properties: { x: true } }), send({ x: 1 }), taken({ x: 1 })),
  row('a schema that is false', newer({ type: 'object', properties: { x: false } }), send({ x: 1 }), { status: 400 }),
  row(
    'definitions in a schema',
    newer(
      { $ref: '#/components/schemas/S' },
      { S: { $defs: { N: INTEGER }, type: 'object', properties: { x: { $ref: '#/components/schemas/S/$defs/N' } } } },
    ),
    send({ x: 'y' }),
    rejected('body /x must be an integer'),
  ),
  row(
    'an anchor',
    newer(
      { $ref: '#/components/schemas/S' },
      { S: { $defs: { N: { $anchor: 'n', ...INTEGER } }, type: 'object', properties: { x: { $ref: '#n' } } } },
    ),
    send({ x: 'y' }),
    rejected('body /x must be an integer'),
  ),
  row(
    'a schema with a dialect',
    newer({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties: { x: INTEGER } }),
    send({ x: 'y' }),
    rejected('body /x must be an integer'),
  ),
  row(
    'a dialect for all schemas',
    newer(
      { type: 'array', items: INTEGER },
      {},
      { jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' },
    ),
    send(['x']),
    rejected('body /0 must be an integer'),
  ),
  row(
    'webhooks next to paths',
    newer(NAMED, {}, { webhooks: { reported: { post: { responses: { 200: { description: 'ok' } } } } } }),
    send({ name: 'x' }),
    taken({ name: 'x' }),
  ),
];

export const schemas: readonly Row[] = [...both, ...older, ...newest];
