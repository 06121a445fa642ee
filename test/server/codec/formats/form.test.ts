// URL-encoded forms as browsers and SDKs send them.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EncodingObject } from '../../../../src/openapi/objects.ts';
import { form } from '../../../../src/server/codec/formats/form.ts';
import { ApiError } from '../../../../src/server/pipeline/errors/api-error.ts';
import { content } from '../../../support/content.ts';
import { checkProperty } from '../../../support/runs.ts';

const TYPE = 'application/x-www-form-urlencoded';
const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    age: { type: 'integer' },
    admin: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'number' } },
    address: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'integer' } } },
    people: { type: 'array', items: { type: 'object', properties: { age: { type: 'integer' } } } },
    'odd[name]': { type: 'integer' },
  },
};

function read(text: string, schema: unknown = SCHEMA, encoding?: Readonly<Record<string, EncodingObject>>): unknown {
  return form.read(Buffer.from(text), content(TYPE, schema, encoding && { encoding }));
}

describe('a form is parsed by its schema', () => {
  test.each<[string, unknown]>([
    ['', {}],
    ['name=Ann+Lee&age=7&admin=true', { name: 'Ann Lee', age: 7, admin: true }],
    ['name=%C3%A4%26%3D', { name: 'ä&=' }],
    ['name', { name: '' }],
    ['name=a=b', { name: 'a=b' }],
    ['name=12', { name: '12' }],
    ['age=seven', { age: 'seven' }],
    ['tags=a', { tags: ['a'] }],
    ['tags=a&tags=b%2Cc', { tags: ['a', 'b,c'] }],
    ['tags[]=a&tags[]=b', { tags: ['a', 'b'] }],
    ['tags%5B%5D=a', { tags: ['a'] }],
    ['tags[0]=a&tags[1]=b', { tags: ['a', 'b'] }],
    ['sizes=1&sizes=2.5', { sizes: [1, 2.5] }],
    ['sizes=[1,2]', { sizes: [1, 2] }],
    ['address[city]=Bern&address[zip]=3000', { address: { city: 'Bern', zip: 3000 } }],
    ['address={"city":"Bern"}', { address: { city: 'Bern' } }],
    ['people[0][age]=1&people[1][age]=2', { people: [{ age: 1 }, { age: 2 }] }],
    ['people[][age]=1&people[][age]=2', { people: [{ age: 1 }, { age: 2 }] }],
    ['odd[name]=1', { 'odd[name]': 1 }],
    ['other=1&other=2&more=3', { other: ['1', '2'], more: '3' }],
    ['__proto__=1', JSON.parse('{"__proto__":"1"}')],
    ['&&name=a&', { name: 'a' }],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each<[string, EncodingObject, string, unknown]>([
    ['tags', { explode: false }, 'tags=a,b', { tags: ['a', 'b'] }],
    ['tags', { style: 'spaceDelimited' }, 'tags=a%20b', { tags: ['a', 'b'] }],
    ['tags', { style: 'pipeDelimited' }, 'tags=a|b', { tags: ['a', 'b'] }],
    ['tags', { explode: false }, 'tags=a,b&tags=c', { tags: ['a,b', 'c'] }],
    ['address', { style: 'deepObject', explode: true }, 'address[city]=Bern', { address: { city: 'Bern' } }],
    ['address', { explode: false }, 'address=city,Bern', { address: { city: 'Bern' } }],
    ['address', { contentType: 'application/json' }, 'address=%7B%22zip%22%3A3%7D', { address: { zip: 3 } }],
  ])('parses by the encoding of %s: %j', (name, encoding, text, expected) => {
    expect(read(text, SCHEMA, { [name]: encoding })).toEqual(expected);
  });

  test.each<[string, EncodingObject, unknown, string]>([
    ['tags', {}, ['a b', 'c,d'], 'tags=a+b&tags=c%2Cd'],
    ['tags', { style: 'form' }, ['a b', 'c,d'], 'tags=a%20b&tags=c%2Cd'],
    ['tags', { explode: false }, ['a b', 'c,d'], 'tags=a%20b,c%2Cd'],
    ['tags', { style: 'spaceDelimited' }, ['a,b', 'c'], 'tags=a%2Cb%20c'],
    ['tags', { style: 'spaceDelimited', explode: true }, ['a', 'b'], 'tags=a&tags=b'],
    ['tags', { style: 'pipeDelimited' }, ['a b', 'c,d'], 'tags=a%20b|c%2Cd'],
    ['tags', { contentType: 'application/json' }, ['a', 'b'], 'tags=%5B%22a%22%2C%22b%22%5D'],
    ['tags', { explode: false, allowReserved: true }, ['a/b', 'c:d'], 'tags=a/b,c:d'],
    ['address', {}, { city: 'Bern', zip: 3 }, 'address%5Bcity%5D=Bern&address%5Bzip%5D=3'],
    ['address', { style: 'form' }, { city: 'Bern', zip: 3 }, 'city=Bern&zip=3'],
    ['address', { explode: true }, { city: 'a&b' }, 'city=a%26b'],
    ['address', { explode: false }, { city: 'a,b', zip: 3 }, 'address=city,a%2Cb,zip,3'],
    ['address', { style: 'deepObject', explode: true }, { city: 'Bern' }, 'address[city]=Bern'],
    ['address', { style: 'pipeDelimited' }, { city: 'Bern', zip: 3 }, 'address=city|Bern|zip|3'],
    ['address', { contentType: 'application/json' }, { zip: 3 }, 'address=%7B%22zip%22%3A3%7D'],
    ['name', { style: 'form' }, 'a&b', 'name=a%26b'],
    ['name', { style: 'form' }, '', 'name='],
    ['people', {}, [{ age: 1 }, { age: 2 }], 'people%5B0%5D%5Bage%5D=1&people%5B1%5D%5Bage%5D=2'],
  ])('writes in a way that can be parsed, by the encoding of %s: %j', (name, encoding, value, text) => {
    const written = form.write({ [name]: value }, content(TYPE, SCHEMA, { encoding: { [name]: encoding } }));
    expect(written).toBe(text);
    expect(read(text, SCHEMA, { [name]: encoding })).toEqual({ [name]: value });
  });

  test('a property of an exploded object does not take the field of another property', () => {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        owner: { type: 'object', properties: { name: {}, age: { type: 'integer' } } },
      },
    };
    expect(read('name=a&age=7', schema, { owner: { style: 'form' } })).toEqual({ name: 'a', owner: { age: 7 } });
  });

  test('empty lists and objects are not written', () => {
    const encoding = { tags: { explode: false }, address: { style: 'form' } };
    expect(form.write({ tags: [], address: {}, name: 'a' }, content(TYPE, SCHEMA, { encoding }))).toBe('name=a');
  });

  test('values are strings without a schema', () => {
    expect(read('a=1&b=2&b=3&c[d]=4', undefined)).toEqual({ a: '1', b: ['2', '3'], c: { d: '4' } });
  });
});

describe('a form', () => {
  test('with a million keys is rejected before it is parsed', () => {
    const text = Array.from({ length: 1_000_000 }, (_, index) => index.toString(36)).join('&');
    expect(() => read(text)).toThrow('the form has more than 10000 fields');
    expect(() => read('a&'.repeat(9999))).not.toThrow();
  });

  test('with invalid percent-encoding is rejected with the name of the field', () => {
    expect(() => read('name=%zz')).toThrow('invalid percent-encoding in form field name');
    expect(() => form.read(Buffer.from([0x61, 0xff]), content(TYPE, SCHEMA))).toThrow('the body is not valid UTF-8');
  });

  test.each<[string, string, string]>([
    ['label', 'tags=a', 'form field tags must begin with "."'],
    ['matrix', 'address=a', 'form field address must begin with ";address="'],
  ])('with a field of style %s that lacks its prefix is rejected', (style, text, message) => {
    const encoding = { tags: { style, explode: false }, address: { style, explode: false } };
    expect(() => read(text, SCHEMA, encoding)).toThrow(new ApiError('invalid_argument', message));
  });

  test('is parsed to an object or rejected, with any content', () => {
    const sign = fc.constantFrom(
      'a',
      'tags',
      'address',
      '[',
      ']',
      '[]',
      '=',
      '&',
      '%',
      '%20',
      '+',
      '0',
      '{',
      '"',
      '__proto__',
    );
    checkProperty(
      fc.property(fc.string({ unit: sign, maxLength: 30 }), (text) => {
        try {
          expect(read(text)).toBeTypeOf('object');
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_argument' });
        }
      }),
    );
  });

  test('is written in a way that can be parsed', () => {
    const value = { name: 'a&b', tags: ['x', 'y'], address: { city: 'Bern', zip: 3 }, none: undefined };
    const written = form.write(value, content(TYPE, SCHEMA)) as string;
    expect(written).toBe('name=a%26b&tags=x&tags=y&address%5Bcity%5D=Bern&address%5Bzip%5D=3');
    expect(read(written)).toEqual({ name: 'a&b', tags: ['x', 'y'], address: { city: 'Bern', zip: 3 } });
  });
});
