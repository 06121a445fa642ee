// Values made to fit: nothing is wrong with what comes out, and no more of it is changed than must be.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitted } from '../../../src/mock/resources/fitted.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { Finding } from '../../../src/openapi/finding.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { documentSource } from '../../support/document-source.ts';

/** What makes values fit a schema, and counts how often they are looked at. */
function fitting(schema: object, model: unknown) {
  const components = { schemas: { It: schema } };
  const bundled = { openapi: '3.0.3', info: { title: 'It', version: '1' }, paths: {}, components } as DocumentObject;
  const document = createDocument(documentSource(bundled));
  let checks = 0;
  const check = (value: unknown): readonly Finding[] => {
    checks += 1;
    return document.validate({ value: schema, pointer: '/components/schemas/It' }, value, 'response');
  };
  return { adjust: (value: unknown) => fitted(value, () => model, check), check, checks: () => checks };
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
    ['that fits stays', { id: 7, name: 'Bo' }, { id: 7, name: 'Bo' }],
    ['loses what may not be there', { id: 7, name: 'Bo', age: 3 }, { id: 7, name: 'Bo' }],
    [
      'keeps of a list as many items as may be',
      { id: 7, name: 'Bo', tags: ['a', 'b', 'c'] },
      { id: 7, name: 'Bo', tags: ['a', 'b'] },
    ],
    ['gets what is missing', { id: 7 }, { id: 7, name: 'Rex' }],
    ['gets another value in place of a wrong one', { id: 'x', name: 'Bo' }, { id: 1, name: 'Bo' }],
    [
      'keeps the other items of a list',
      { id: 7, name: 'Bo', tags: [null, 'b'] },
      { id: 7, name: 'Bo', tags: ['old', 'b'] },
    ],
    [
      'gets what is missing further inside',
      { id: 7, name: 'Bo', home: {} },
      { id: 7, name: 'Bo', home: { town: 'Bern' } },
    ],
  ])('%s', (_, value, is) => {
    expect(fitting(pet, MODEL).adjust(value)).toEqual(is);
  });

  test('gets nothing (`null`) where the model has that', () => {
    const schema = { type: 'object', required: ['until'], properties: { until: { type: 'string', nullable: true } } };
    expect(fitting(schema, { until: null }).adjust({})).toEqual({ until: null });
  });

  test('of which the model has too little loses what cannot be completed', () => {
    expect(fitting(pet, { id: 1, name: 'Rex' }).adjust({ id: 7, name: 'Bo', home: {} })).toEqual({ id: 7, name: 'Bo' });
  });

  test('is mended in many places by one model', () => {
    let made = 0;
    const { check } = fitting(pet, MODEL);
    const model = () => {
      made += 1;
      return MODEL;
    };
    expect(fitted({ name: 7, tags: [null, null], home: {} }, model, check)).toEqual({
      ...MODEL,
      name: '7',
      tags: ['old', 'old'],
    });
    expect(made).toBe(1);
  });

  test('that nothing can be made of is none', () => {
    const { adjust, checks } = fitting({ not: {} }, undefined);
    expect(adjust(1)).toBeUndefined();
    expect(checks()).toBe(1);
  });

  test('whatever it is, has nothing wrong afterwards, and stays as it is when it had nothing wrong before', () => {
    const some = fc.oneof(fc.integer(), fc.string(), fc.constant(null));
    const home = fc.oneof(some, fc.dictionary(fc.constantFrom('town', 'x', '__proto__'), some));
    const value = fc.record(
      { id: some, name: some, tags: fc.oneof(some, fc.array(some, { maxLength: 6 })), home, other: some },
      { requiredKeys: [] },
    );
    const { adjust, check } = fitting(pet, MODEL);
    fc.assert(
      fc.property(value, (one) => {
        const before = JSON.stringify(one);
        const isRight = check(one).length === 0;
        const made = adjust(one);
        expect(check(made)).toEqual([]);
        if (isRight) expect(made).toBe(one);
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

  test('in which all items have too much is looked at a few times, and keeps all that may be there', () => {
    const { adjust, checks } = fitting(list(pet), { data: [MODEL] });
    expect(adjust(many((id) => ({ id, name: `n${id}`, age: 3, born: 2 })))).toEqual(
      many((id) => ({ id, name: `n${id}` })),
    );
    expect(checks()).toBeLessThan(10);
  });

  test('in which all items have too little is looked at a few times, and keeps all that is there', () => {
    const { adjust, checks } = fitting(list(pet), { data: [MODEL] });
    expect(adjust(many((id) => ({ id })))).toEqual(many((id) => ({ id, name: 'Rex' })));
    expect(checks()).toBeLessThan(10);
  });

  test('of texts where numbers are wanted says the same in numbers, and has those of the model for what is none', () => {
    const { adjust, checks } = fitting(list(integer), { data: [1] });
    const wrong = many((index) => (index === 7 ? 'x' : String(index)));
    expect(adjust(wrong)).toEqual(many((index) => (index === 7 ? 1 : index)));
    expect(checks()).toBeLessThan(10);
  });

  test('in which some items have another form keeps the others', () => {
    const { adjust, checks } = fitting(list(integer), { data: [1] });
    expect(adjust(many((index) => (index % 2 === 0 ? index : 'x')))).toEqual(
      many((index) => (index % 2 === 0 ? index : 1)),
    );
    expect(checks()).toBeLessThan(10);
  });
});
