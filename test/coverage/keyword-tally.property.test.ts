// Keyword coverage: satisfied if some value satisfies the keyword, violated if some value violates it. Compared with Ajv for each keyword.

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeywordTally } from '../../src/coverage/keywords/keyword-tally.ts';
import { createDocument } from '../../src/openapi/document.ts';
import type { DocumentObject } from '../../src/openapi/objects.ts';
import { documentSource } from '../support/document-source.ts';
import { checkProperty } from '../support/runs.ts';

type Words = Readonly<Record<string, unknown>>;

const small = fc.integer({ min: 0, max: 4 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const defined = (words: Words): Words =>
  Object.fromEntries(Object.entries(words).filter(([, one]) => one !== undefined));
const someWords = fc
  .oneof(
    fc.record({
      type: maybe(fc.constant('string')),
      minLength: maybe(small),
      maxLength: maybe(small),
      pattern: maybe(fc.constantFrom('^a', 'b$')),
      format: maybe(fc.constantFrom('date', 'uuid')),
      enum: maybe(fc.constant(['a', 'ab', 7])),
    }),
    fc.record({
      type: maybe(fc.constantFrom('integer', 'number')),
      minimum: maybe(small),
      maximum: maybe(small),
      exclusiveMinimum: maybe(small),
      multipleOf: maybe(fc.constantFrom(2, 0.5)),
      format: maybe(fc.constant('int32')),
    }),
    fc.record({
      type: maybe(fc.constant('array')),
      minItems: maybe(small),
      maxItems: maybe(small),
      uniqueItems: maybe(fc.constant(true)),
      contains: maybe(fc.constant({ const: 1 })),
    }),
    fc.record({
      type: maybe(fc.constant('object')),
      minProperties: maybe(small),
      maxProperties: maybe(small),
      additionalProperties: maybe(fc.constant(false)),
      propertyNames: maybe(fc.constant({ maxLength: 1 })),
      not: maybe(fc.constant({ required: ['c'] })),
      anyOf: maybe(fc.constant([{ required: ['a'] }, { required: ['b'] }])),
    }),
  )
  .map(defined);

const someValue = fc.oneof(
  fc.constantFrom<unknown>('', 'a', 'ab', 'abb', 'aabb', '\u{1d11e}\u{1d11e}', '2026-01-01', null, true, 2 ** 40),
  fc.integer({ min: -1, max: 6 }),
  fc.constantFrom(0.5, 1.25),
  fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 5 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'c', 'long'), fc.constant(1), { maxKeys: 4 }),
);

/** The location of a value with the schema in a body, and of its schema. */
const PLACES: readonly {
  readonly name: string;
  readonly whole: (schema: object) => object;
  readonly body: (value: unknown) => unknown;
}[] = [
  { name: 'request', whole: (schema) => schema, body: (value) => value },
  { name: 'request p', whole: (schema) => ({ properties: { p: schema } }), body: (value) => ({ p: value }) },
  {
    name: 'request p[]',
    whole: (schema) => ({ properties: { p: { items: schema } } }),
    body: (value) => ({ p: [value] }),
  },
  { name: 'request *', whole: (schema) => ({ additionalProperties: schema }), body: (value) => ({ any: value }) },
  {
    name: 'request q.p',
    whole: (schema) => ({ allOf: [{ properties: { q: { $ref: '#/components/schemas/Inner' } } }], 'x-inner': schema }),
    body: (value) => ({ q: { p: value } }),
  },
];
const WAYS = ['itself', 'reference', 'part', 'part of a reference'] as const;

const ajv = new Ajv2020({ strict: false, logger: false });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

const APPLIES: Readonly<Record<string, readonly string[]>> = {
  Length: ['string'],
  pattern: ['string'],
  format: ['string'],
  inimum: ['number'],
  aximum: ['number'],
  multipleOf: ['number'],
  Items: ['array'],
  contains: ['array'],
  Properties: ['object'],
  propertyNames: ['object'],
};
function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}
function appliesTo(keyword: string, given: unknown, value: unknown): boolean {
  if (given === 'int32') return kindOf(value) === 'number';
  const found = Object.entries(APPLIES).find(([word]) => keyword.includes(word));
  return !found || found[1].includes(kindOf(value));
}

/** The measured quantity of a value for a bound. */
function sizeOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return [...value].length;
  return Object.keys(value as object).length;
}

function nameOf(keyword: string, given: unknown): string {
  if (keyword === 'additionalProperties') return 'additionalProperties false';
  return ['enum', 'uniqueItems', 'contains', 'propertyNames', 'not', 'anyOf'].includes(keyword)
    ? keyword
    : `${keyword} ${given}`;
}

function documentWith(version: string, whole: (schema: object) => object, words: Words, way: (typeof WAYS)[number]) {
  const is30 = version === '3.0.3';
  // In OpenAPI 3.0 an exclusive bound is a boolean next to the bound.
  const { exclusiveMinimum, contains: _, propertyNames: __, ...others } = words;
  const written = !is30
    ? words
    : { ...others, ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }) };
  const reference = { $ref: '#/components/schemas/It' };
  const schema = {
    itself: written,
    reference,
    part: { allOf: [written] },
    'part of a reference': { allOf: [reference] },
  }[way];
  const body = whole(schema);
  return {
    document: createDocument(
      documentSource({
        openapi: version,
        info: { title: 'Things', version: '1' },
        paths: {
          '/things': {
            post: {
              operationId: 'makeThing',
              requestBody: { content: { 'application/json': { schema: body } } },
              responses: { 204: { description: 'Done.' } },
            },
          },
        },
        components: { schemas: { It: written, Inner: { properties: { p: schema } } } },
      } as unknown as DocumentObject),
    ),
    meant: is30
      ? { ...others, ...(exclusiveMinimum !== undefined && { minimum: undefined, exclusiveMinimum }) }
      : words,
  };
}

test('a keyword is counted as exercised, at any location, in OpenAPI 3.0 and 3.1', () => {
  checkProperty(
    fc.property(
      fc.constantFrom('3.0.3', '3.1.0'),
      fc.constantFrom(...PLACES),
      fc.constantFrom(...WAYS),
      someWords,
      fc.array(someValue, { maxLength: 6 }),
      (version, { name, whole, body }, way, words, values) => {
        const { document, meant } = documentWith(version, whole, words, way);
        const operation = document.operations.get('makeThing');
        if (!operation) throw new Error('no operation');
        const [type] = operation.body?.mediaTypes ?? [];
        const tally = createKeywordTally(document);
        for (const value of values) {
          const parts = { path: {}, query: {}, header: {}, cookie: {}, body: body(value) };
          tally.count(operation, { parts, type, isSent: () => false });
        }
        const { seen, missing } = tally.of(operation);
        const at = (what: string) =>
          seen.filter((one) => one.startsWith(`${name}: ${what}`)).map((one) => one.slice(name.length + 2));
        for (const [keyword, given] of Object.entries(meant)) {
          if (given === undefined || (keyword.startsWith('min') && keyword !== 'minimum' && given === 0)) continue;
          const keeps = (value: unknown) => ajv.validate({ [keyword]: given }, value);
          const applied = values.filter((value) => appliesTo(keyword, given, value));
          const reported = at(nameOf(keyword, given));
          const expected = new Set<string>();
          for (const value of applied) {
            expected.add(keeps(value) ? 'satisfied' : 'violated');
            if (!/^(min|max|exclusive)/.test(keyword)) continue;
            const size = sizeOf(value);
            if (size === given && (keyword !== 'maxLength' || given !== 0)) expected.add('at the bound');
            const isWhole = keyword !== 'minimum' && keyword !== 'maximum' ? true : meant.type === 'integer';
            const step = isWhole ? 1 : undefined;
            const missed = Math.abs(size - (given as number));
            const least = keyword.endsWith('imum') ? ((meant.multipleOf as number | undefined) ?? step) : 1;
            if (!keeps(value) && missed === least && !keyword.startsWith('exclusive')) expected.add('violated by one');
          }
          const possible = new Set(
            [...seen, ...missing]
              .filter((one) => one.startsWith(`${name}: ${nameOf(keyword, given)} `))
              .map((one) => one.slice(`${name}: ${nameOf(keyword, given)} `.length)),
          );
          expect(possible).toContain('satisfied');
          expect(new Set(reported.map((one) => one.slice(nameOf(keyword, given).length + 1)))).toEqual(
            new Set([...expected].filter((one) => possible.has(one))),
          );
          expect(possible.has('violated')).toBe(true);
        }
      },
    ),
    { numRuns: 500 },
  );
});
