// Samples of random schemas are valid for an independent validator (Ajv).

import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addFormats } from '../../../src/schema/schema-formats.ts';
import { checkProperty } from '../../support/runs.ts';
import { samplesOf } from '../../support/sampling.ts';

const range = (name: string, most: number) =>
  fc.tuple(fc.nat(most), fc.nat(most)).map(([low, size]) => ({ [`min${name}`]: low, [`max${name}`]: low + size }));

// Ajv ignores properties that are named like those of a prototype.
const names = fc.constantFrom('id', 'name', 'email', 'createdAt', 'price', 'tags', 'owner', 'x', 'a/b', '');

// Ajv calls these two on each object that it compares, even if they are not functions.
const values = fc.jsonValue({ maxDepth: 1 }).filter((value) => !/"(toString|valueOf)":/.test(JSON.stringify(value)));

const scalars = fc.oneof(
  fc.record({ type: fc.constant('boolean') }),
  range('Length', 40).map((bounds) => ({ type: 'string', ...bounds })),
  fc
    .constantFrom(
      'date-time',
      'google-datetime',
      'google-duration',
      'date',
      'uuid',
      'uri',
      'email',
      'ipv4',
      'byte',
      'int64',
      'time',
    )
    .map((format) => ({ type: 'string', format })),
  fc
    .constantFrom('^[a-z]+$', '^\\d{3}-\\d{4}$', '^(cat|dog)s?$', '[A-Z]{2}')
    .map((pattern) => ({ type: 'string', pattern })),
  fc
    .uniqueArray(values, {
      minLength: 1,
      maxLength: 4,
      selector: (value) => JSON.stringify(value),
    })
    .map((listed) => ({ enum: listed })),
  fc
    .record({
      minimum: fc.integer({ min: -1000, max: 1000 }),
      size: fc.nat(1000),
      step: fc.constantFrom(undefined, 0.1, 0.25, 1, 3),
    })
    .map(({ minimum, size, step }) => {
      const maximum = minimum + size + (step ?? 0);
      return { type: 'number', minimum, maximum, ...(step !== undefined && { multipleOf: step }) };
    }),
  fc.record({ type: fc.constant('integer'), format: fc.constantFrom('int32', 'int64') }),
  fc.constant({ type: 'number', format: 'unix-time' }),
  fc.constant({}),
);

const { schema: schemas } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalars,
    fc.tuple(tie('schema'), range('Items', 3)).map(([items, bounds]) => ({ type: 'array', items, ...bounds })),
    fc
      .record({
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 5 }),
        isClosed: fc.boolean(),
        isFree: fc.boolean(),
        many: fc.nat(3),
        example: fc.option(fc.dictionary(names, values), { nil: undefined }),
      })
      .map(({ properties, isClosed, many, isFree, example }) => ({
        type: 'object',
        properties,
        required: Object.keys(properties).slice(0, many),
        ...(isClosed && { additionalProperties: false }),
        ...(isFree && !isClosed && { minProperties: 2 }),
        ...(example && { example }),
      })),
    fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => ({
      oneOf: [
        { type: 'object', required: ['kind', 'a'], properties: { kind: { enum: ['a'] }, a } },
        { type: 'object', required: ['kind', 'b'], properties: { kind: { enum: ['b'] }, b } },
      ],
    })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.dictionary(names, tie('schema'), { maxKeys: 3 }).map((properties) => ({
      allOf: [
        { type: 'object', required: ['own'], properties: { own: { type: 'string' } } },
        { type: 'object', properties },
      ],
    })),
  ),
}));

test.each([
  ['3.0.3', () => new Ajv({ strict: false, multipleOfPrecision: 9 })],
  ['3.1.0', () => new Ajv2020({ strict: false, multipleOfPrecision: 9 })],
])('a sample of any schema of %s is valid', async (version, createAjv) => {
  await checkProperty(
    fc.asyncProperty(schemas, fc.string({ maxLength: 3 }), async (schema, key) => {
      const { value, reason } = (await samplesOf(schema, { version }))(key);
      expect(reason).toBeUndefined();
      expect(
        addFormats(createAjv()).validate(schema, JSON.parse(JSON.stringify(value))),
        JSON.stringify([schema, value]),
      ).toBe(true);
    }),
    { numRuns: 60 },
  );
});
