// Coercion: the result is valid, with the smallest possible changes.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coerceToSchema } from '../../../src/mock/resources/coerce-to-schema.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { Finding } from '../../../src/openapi/finding.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { documentSource } from '../../support/document-source.ts';

/** Coerces values, and counts validations. */
function coerce(schema: object, model: unknown) {
  const components = { schemas: { It: schema } };
  const bundled = { openapi: '3.0.3', info: { title: 'It', version: '1' }, paths: {}, components } as DocumentObject;
  const document = createDocument(documentSource(bundled));
  let checks = 0;
  const check = (value: unknown): readonly Finding[] => {
    checks += 1;
    return document.validate({ value: schema, pointer: '/components/schemas/It' }, value, 'response');
  };
  return { adjust: (value: unknown) => coerceToSchema(value, () => model, check), check, checks: () => checks };
}

const integer = { type: 'integer' };
const text = { type: 'string' };
const pet = {
  type: 'object',
  required: ['id', 'name'],
  additionalProperties: false,
  properties: {
    id: integer,
    name: text,
    tags: { type: 'array', items: text, maxItems: 2 },
    home: { type: 'object', required: ['town'], properties: { town: text } },
  },
};
const MODEL = { id: 1, name: 'Rex', tags: ['old'], home: { town: 'Bern' } };

describe('a value', () => {
  test.each<[what: string, value: unknown, is: unknown]>([
    ['that is valid is unchanged', { id: 7, name: 'Bo' }, { id: 7, name: 'Bo' }],
    ['loses a property that is not allowed', { id: 7, name: 'Bo', age: 3 }, { id: 7, name: 'Bo' }],
    [
      'keeps the maximum number of list items',
      { id: 7, name: 'Bo', tags: ['a', 'b', 'c'] },
      { id: 7, name: 'Bo', tags: ['a', 'b'] },
    ],
    ['gets a missing property', { id: 7 }, { id: 7, name: 'Rex' }],
    ['gets another value for an invalid one', { id: 'x', name: 'Bo' }, { id: 1, name: 'Bo' }],
    [
      'keeps the other items of a list',
      { id: 7, name: 'Bo', tags: [null, 'b'] },
      { id: 7, name: 'Bo', tags: ['old', 'b'] },
    ],
    ['gets a missing nested property', { id: 7, name: 'Bo', home: {} }, { id: 7, name: 'Bo', home: { town: 'Bern' } }],
  ])('%s', (_, value, is) => {
    expect(coerce(pet, MODEL).adjust(value)).toEqual(is);
  });

  test('becomes `null` if the model has that', () => {
    const schema = { type: 'object', required: ['until'], properties: { until: { type: 'string', nullable: true } } };
    expect(coerce(schema, { until: null }).adjust({})).toEqual({ until: null });
  });

  test('loses what the model cannot complete', () => {
    expect(coerce(pet, { id: 1, name: 'Rex' }).adjust({ id: 7, name: 'Bo', home: {} })).toEqual({ id: 7, name: 'Bo' });
  });

  test('is repaired in many places with one model', () => {
    let created = 0;
    const { check } = coerce(pet, MODEL);
    const model = () => {
      created += 1;
      return MODEL;
    };
    expect(coerceToSchema({ name: 7, tags: [null, null], home: {} }, model, check)).toEqual({
      ...MODEL,
      name: '7',
      tags: ['old', 'old'],
    });
    expect(created).toBe(1);
  });

  test('is undefined if it cannot be coerced', () => {
    const { adjust, checks } = coerce({ not: {} }, undefined);
    expect(adjust(1)).toBeUndefined();
    expect(checks()).toBe(1);
  });

  test('is valid after coercion, and unchanged if it was valid before', () => {
    const some = fc.oneof(fc.integer(), fc.string(), fc.constant(null));
    const home = fc.oneof(some, fc.dictionary(fc.constantFrom('town', 'x', '__proto__'), some));
    const value = fc.record(
      { id: some, name: some, tags: fc.oneof(some, fc.array(some, { maxLength: 6 })), home, other: some },
      { requiredKeys: [] },
    );
    const { adjust, check } = coerce(pet, MODEL);
    fc.assert(
      fc.property(value, (one) => {
        const before = JSON.stringify(one);
        const isRight = check(one).length === 0;
        const created = adjust(one);
        expect(check(created)).toEqual([]);
        if (isRight) expect(created).toBe(one);
        expect(JSON.stringify(one)).toBe(before);
      }),
    );
  });
});

describe('a long list', () => {
  const list = (items: object) => ({
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'array', items } },
  });
  const many = (make: (index: number) => unknown, count = 5000) => ({
    data: Array.from({ length: count }, (_, index) => make(index)),
  });

  test('with surplus in all items is validated a few times, and loses only the surplus', () => {
    const { adjust, checks } = coerce(list(pet), { data: [MODEL] });
    expect(adjust(many((id) => ({ id, name: `n${id}`, age: 3, born: 2 })))).toEqual(
      many((id) => ({ id, name: `n${id}` })),
    );
    expect(checks()).toBeLessThan(10);
  });

  test('with missing properties in all items is validated a few times, and does not lose values', () => {
    const { adjust, checks } = coerce(list(pet), { data: [MODEL] });
    expect(adjust(many((id) => ({ id })))).toEqual(many((id) => ({ id, name: 'Rex' })));
    expect(checks()).toBeLessThan(10);
  });

  test('of texts is converted to numbers, or filled from the model for other texts', () => {
    const { adjust, checks } = coerce(list(integer), { data: [1] });
    const wrong = many((index) => (index === 7 ? 'x' : String(index)));
    expect(adjust(wrong)).toEqual(many((index) => (index === 7 ? 1 : index)));
    expect(checks()).toBeLessThan(10);
  });

  test('with some invalid items loses only those', () => {
    const { adjust, checks } = coerce(list(integer), { data: [1] });
    expect(adjust(many((index) => (index % 2 === 0 ? index : 'x')))).toEqual(
      many((index) => (index % 2 === 0 ? index : 1)),
    );
    expect(checks()).toBeLessThan(10);
  });
});
