// Location of violated keywords in a document.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { findViolatedKeyword } from '../../../src/openapi/schema/ajv/violated-keyword.ts';
import { documentSource } from '../../support/document-source.ts';
import { checkProperty } from '../../support/runs.ts';

type Schemas = Readonly<Record<string, unknown>>;

const HERE = '/components/schemas/';

/** The distinct locations of the keywords that a value of the schema `It` violates. */
function brokenIn(schemas: Schemas, value: unknown, version = '3.1.0'): readonly string[] {
  const whole = { openapi: version, info: { title: 'T', version: '1' }, paths: {}, components: { schemas } };
  const document = createDocument(documentSource(whole as unknown as DocumentObject));
  const it = { value: { $ref: `#${HERE}It` }, pointer: '/paths/~1a/schema' };
  const findings = document.validate({ value: schemas.It as object, pointer: `${HERE}It` }, value, 'response');
  const places = findings.map((finding) => {
    const place = findViolatedKeyword(it, value, finding, document.references);
    return `${finding.keyword} ${place.startsWith(HERE) ? place.slice(HERE.length) : place}`;
  });
  return [...new Set(places)];
}

const ref = (name: string) => ({ $ref: `#${HERE}${name}` });
const short = { type: 'string', maxLength: 3 };
const text = { type: 'string' };

type Row = readonly [what: string, schemas: Schemas, value: unknown, broken: readonly string[]];

const IN_BOTH: readonly Row[] = [
  ['the value itself', { It: short }, 'long', ['maxLength It/maxLength']],
  ['a property', { It: { properties: { a: short } } }, { a: 'long' }, ['maxLength It/properties/a/maxLength']],
  [
    'a property with a name that is escaped',
    { It: { properties: { 'a/b~c': short } } },
    { 'a/b~c': 'long' },
    ['maxLength It/properties/a~1b~0c/maxLength'],
  ],
  [
    'a property named as keywords are',
    { It: { properties: { items: short } } },
    { items: 'long' },
    ['maxLength It/properties/items/maxLength'],
  ],
  [
    'a property with a number for a name',
    { It: { properties: { 0: short } } },
    { 0: 'long' },
    ['maxLength It/properties/0/maxLength'],
  ],
  [
    'the target of a chain of references',
    { It: { properties: { a: ref('A') } }, A: { allOf: [ref('B')] }, B: ref('C'), C: short },
    { a: 'long' },
    ['maxLength C/maxLength'],
  ],
  [
    'the allOf member with the keyword',
    { It: { allOf: [{ properties: { a: text } }, ref('B')] }, B: { properties: { a: short } } },
    { a: 'long' },
    ['maxLength B/properties/a/maxLength'],
  ],
  [
    'of two bounds the one that is broken',
    { It: { allOf: [{ maxLength: 9 }, { maxLength: 3 }] } },
    'long',
    ['maxLength It/allOf/1/maxLength'],
  ],
  ['an item', { It: { items: short } }, ['a', 'long'], ['maxLength It/items/maxLength']],
  [
    'any other property',
    { It: { properties: { a: text }, additionalProperties: short } },
    { a: 'fitting', b: 'long' },
    ['maxLength It/additionalProperties/maxLength'],
  ],
  [
    'a closed schema, and one with a missing property',
    {
      It: { allOf: [ref('Closed')] },
      Closed: { properties: { a: text }, required: ['a'], additionalProperties: false },
    },
    { b: 1 },
    ['required Closed/required', 'additionalProperties Closed/additionalProperties'],
  ],
  [
    'of two that are required the one that is missing',
    { It: { allOf: [{ required: ['a'] }, { required: ['b'] }] } },
    { a: 1 },
    ['required It/allOf/1/required'],
  ],
  ['a list of values', { It: { allOf: [{ enum: ['a', 'b'] }, { enum: ['a', 'c'] }] } }, 'b', ['enum It/allOf/1/enum']],
  ['a type', { It: { properties: { a: { type: 'integer' } } } }, { a: 'x' }, ['type It/properties/a/type']],
  [
    'a format',
    { It: { properties: { a: { type: 'string', format: 'date' } } } },
    { a: 'x' },
    ['format It/properties/a/format'],
  ],
  ['a pattern', { It: { pattern: '^a' } }, 'b', ['pattern It/pattern']],
  ['a number that is no multiple', { It: { multipleOf: 2 } }, 3, ['multipleOf It/multipleOf']],
  ['items that are alike', { It: { uniqueItems: true } }, [1, 1], ['uniqueItems It/uniqueItems']],
  ['not', { It: { not: { required: ['a'] } } }, { a: 1 }, ['not It/not']],
  [
    'a writeOnly property in a response',
    { It: { properties: { a: ref('Secret') } }, Secret: { type: 'string', writeOnly: true } },
    { a: 'x' },
    ['writeOnly Secret/writeOnly'],
  ],
  [
    'the only branch with the keyword',
    { It: { oneOf: [{ type: 'object', properties: { a: short } }, { type: 'integer' }] } },
    { a: 'long' },
    ['maxLength It/oneOf/0/properties/a/maxLength'],
  ],
  [
    'the parent of branches with different types',
    { It: { properties: { a: { oneOf: [{ type: 'boolean' }, { type: 'integer' }] } } } },
    { a: 'x' },
    ['type It/properties/a/oneOf'],
  ],
  [
    'the parent of branches with the same keyword',
    { It: { properties: { a: { anyOf: [ref('A'), ref('B')] } } }, A: short, B: { ...short, minLength: 1 } },
    { a: 'long' },
    ['maxLength It/properties/a/anyOf', 'anyOf It/properties/a/anyOf'],
  ],
  [
    'the branch that a discriminator chooses',
    {
      It: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
      Cat: { properties: { kind: text, name: short } },
      Dog: { properties: { kind: text, name: short } },
    },
    { kind: 'Dog', name: 'long' },
    ['maxLength Dog/properties/name/maxLength'],
  ],
  [
    'the discriminator of a base',
    {
      It: { properties: { kind: text }, required: ['kind'], discriminator: { propertyName: 'kind' } },
      Cat: { allOf: [ref('It'), { properties: { name: short } }] },
      Dog: { allOf: [ref('It'), { properties: { name: short } }] },
    },
    { kind: 'Cat', name: 'long' },
    ['maxLength Cat/allOf/1/properties/name/maxLength'],
  ],
  [
    'a discriminator whose value chooses nothing',
    {
      It: { properties: { pet: { oneOf: [ref('Cat')], discriminator: { propertyName: 'kind' } } } },
      Cat: { properties: { kind: text } },
    },
    { pet: { kind: 'Cow' } },
    ['discriminator It/properties/pet/discriminator'],
  ],
  [
    'a discriminator whose property is missing',
    {
      It: { properties: { pet: { oneOf: [ref('Cat')], discriminator: { propertyName: 'kind' } } } },
      Cat: { required: ['kind'], properties: { kind: text } },
    },
    { pet: {} },
    ['discriminator It/properties/pet/discriminator'],
  ],
  [
    'a schema that contains itself',
    { It: { properties: { name: short, inside: ref('It') } } },
    { inside: { inside: { name: 'long' } } },
    ['maxLength It/properties/name/maxLength'],
  ],
  [
    'a circular reference next to a schema',
    { It: { allOf: [ref('It'), { allOf: [ref('It')] }, short] } },
    'long',
    ['maxLength It/allOf/2/maxLength'],
  ],
];

const IN_3_0: readonly Row[] = [
  [
    'a bound that is excluded',
    { It: { minimum: 5, exclusiveMinimum: true } },
    5,
    ['exclusiveMinimum It/exclusiveMinimum'],
  ],
  ['a type beside null', { It: { type: 'string', nullable: true } }, 1, ['type It/type']],
  ['values beside null', { It: { type: 'string', enum: ['a'], nullable: true } }, 'b', ['enum It/enum']],
  [
    'no ignored sibling of a reference',
    { It: { properties: { a: { ...ref('A'), maxLength: 3 } } }, A: short },
    { a: 'long' },
    ['maxLength A/maxLength'],
  ],
];

const IN_3_1: readonly Row[] = [
  ['a sibling of a reference', { It: { ...ref('A'), maxLength: 3 }, A: text }, 'long', ['maxLength It/maxLength']],
  [
    'one of the first items, and one of the others',
    { It: { prefixItems: [text, short], items: { type: 'integer' } } },
    ['fitting', 'long', 'x'],
    ['maxLength It/prefixItems/1/maxLength', 'type It/items/type'],
  ],
  ['items of which there are too many', { It: { prefixItems: [text], items: false } }, ['a', 'b'], ['items It/items']],
  [
    'patternProperties',
    { It: { patternProperties: { '^x-': short, '^y-': text } } },
    { 'x-a': 'long' },
    ['maxLength It/patternProperties/^x-/maxLength'],
  ],
  ['a property that must not be', { It: { properties: { a: false } } }, { a: 1 }, ['false schema It/properties/a']],
  ['a constant', { It: { properties: { a: { const: { b: 1 } } } } }, { a: 2 }, ['const It/properties/a/const']],
  [
    'then or else',
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    { It: { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } } },
    { a: 1 },
    ['required It/then/required', 'if It/then'],
  ],
  [
    'dependent schemas',
    { It: { dependentRequired: { a: ['b'] }, dependentSchemas: { a: { properties: { c: short } } } } },
    { a: 1, c: 'long' },
    ['dependentRequired It/dependentRequired', 'maxLength It/dependentSchemas/a/properties/c/maxLength'],
  ],
  ['a name', { It: { propertyNames: { maxLength: 3 } } }, { long: 1 }, ['propertyNames It/propertyNames']],
  [
    'unevaluated properties',
    { It: { allOf: [{ properties: { a: text } }], unevaluatedProperties: false } },
    { b: 1 },
    ['unevaluatedProperties It/unevaluatedProperties'],
  ],
  [
    'an item that has to be there',
    { It: { contains: { type: 'integer' } } },
    ['a'],
    ['type It/contains/type', 'contains It/contains'],
  ],
  ['an anchor', { It: { $ref: '#short' }, A: { $anchor: 'short', ...short } }, 'long', ['maxLength A/maxLength']],
  [
    'the reference to a dynamic anchor',
    { It: { properties: { a: { $dynamicRef: '#node' } } }, A: { $dynamicAnchor: 'node', ...short } },
    { a: 'long' },
    ['maxLength It/properties/a'],
  ],
];

describe('finds the violated keyword', () => {
  const rows = [
    ...[...IN_BOTH, ...IN_3_0].map((row) => ['3.0.3', ...row] as const),
    ...[...IN_BOTH, ...IN_3_1].map((row) => ['3.1.0', ...row] as const),
  ];
  test.each(rows)('in %s, of %s', (version, _, schemas, value, broken) => {
    expect(brokenIn(schemas, value, version)).toEqual(broken);
  });
});

describe('for hostile input', () => {
  test('returns the nearest schema for a value as deep as a recursive schema', () => {
    const schemas = { It: { properties: { a: ref('It') }, type: 'object' } };
    const deep = Array.from({ length: 3000 }).reduce<unknown>((inside) => ({ a: inside }), {});
    const references = createDocument(
      documentSource({ openapi: '3.1.0', info: {}, paths: {}, components: { schemas } } as never),
    ).references;
    const finding = { pointer: '/a'.repeat(3000), keyword: 'type', params: { type: 'object' } };
    expect(findViolatedKeyword({ value: schemas.It, pointer: `${HERE}It` }, deep, finding, references)).toBe(
      `${HERE}It/properties/a`,
    );
  });

  test('limits the schemas that are visited', () => {
    const names = Array.from({ length: 300 }, (_, index) => `S${index}`);
    let reads = 0;
    const every = {
      get anyOf() {
        reads += 1;
        return names.map(ref);
      },
      items: { anyOf: names.map(ref) },
    };
    const schemas = { It: every, ...Object.fromEntries(names.map((name) => [name, every])) };
    const references = createDocument(
      documentSource({ openapi: '3.1.0', info: {}, paths: {}, components: { schemas } } as never),
    ).references;
    const finding = { pointer: '/0'.repeat(500), keyword: 'maxLength', params: { limit: 3 } };
    const place = findViolatedKeyword({ value: every, pointer: `${HERE}It` }, [], finding, references);
    expect(references.rawAt(place)).toBeDefined();
    expect(reads).toBeLessThan(10_000);
  });

  test('always returns a location in the document', () => {
    const leaf = fc.constantFrom<unknown>(true, false, null, 3, 'a', [], {}, short, ref('It'), ref('A'), ref('Nobody'));
    const keyword = fc.constantFrom(
      ...['properties', 'items', 'prefixItems', 'allOf', 'oneOf', 'anyOf', 'if', 'then', 'else', 'contains', '$ref'],
      ...['patternProperties', 'additionalProperties', 'dependentSchemas', 'discriminator', 'propertyNames', 'a', '0'],
    );
    const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.dictionary(keyword, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
        fc.array(tie('schema'), { maxLength: 2 }),
      ),
    }));
    const pointer = fc
      .array(fc.constantFrom('/a', '/0', '/properties'), { maxLength: 4 })
      .map((steps) => steps.join(''));
    checkProperty(
      fc.property(schema, schema, pointer, fc.jsonValue(), keyword, (It, A, at, value, broken) => {
        const root = { openapi: '3.1.0', info: {}, paths: {}, components: { schemas: { It, A } } };
        const { references } = createDocument(documentSource(root as never));
        const finding = { pointer: at, keyword: broken, params: { propertyName: 'a', limit: 3 } };
        const place = findViolatedKeyword({ value: It, pointer: `${HERE}It` }, value, finding, references);
        expect(place === `${HERE}It` || references.rawAt(place) !== undefined).toBe(true);
      }),
    );
  });
});
