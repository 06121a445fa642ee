// Serialization of parameters, compared with the parser.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject, ParameterObject } from '../../../src/openapi/objects.ts';
import type { Operation } from '../../../src/openapi/operation.ts';
import { type WrittenParameters, writeParameters } from '../../../src/openapi/parameters/write-parameters.ts';
import type { Result } from '../../../src/schema/result.ts';
import { documentSource } from '../../support/document-source.ts';
import { requireValue } from '../../support/require-value.ts';
import { checkProperty } from '../../support/runs.ts';

type Place = 'path' | 'query' | 'header' | 'cookie';

/** An operation with one parameter `p`. */
function operationWith(parameter: Partial<ParameterObject> & { readonly in: string }): Operation {
  const whole = { name: 'p', ...(parameter.in === 'path' && { required: true }), ...parameter };
  const path = parameter.in === 'path' ? '/a/{p}' : '/a';
  const get = { operationId: 'a', parameters: [whole], responses: { 200: { description: 'ok' } } };
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { [path]: { get } } };
  const operation = createDocument(documentSource(document as unknown as DocumentObject)).operations.get('a');
  if (!operation) throw new Error('unknown operation');
  return operation;
}

function valuesOf(place: string, value: unknown) {
  return { path: {}, query: {}, header: {}, cookie: {}, [place === 'querystring' ? 'query' : place]: { p: value } };
}

function write(parameter: Parameters<typeof operationWith>[0], value: unknown): Result<WrittenParameters> {
  return writeParameters(operationWith(parameter).parameters, valuesOf(parameter.in, value));
}

/** The serialized text at its location. */
function written(parameter: Parameters<typeof operationWith>[0], value: unknown): string {
  const { path, query, headers } = requireValue(write(parameter, value));
  return path.p ?? (query || (headers[0]?.[1] ?? ''));
}

/** Parses a serialized parameter. */
function readAgain(parameter: Parameters<typeof operationWith>[0], value: unknown): unknown {
  const operation = operationWith(parameter);
  const { path, query, headers } = requireValue(write(parameter, value));
  const fields = Object.fromEntries(headers.map(([name, text]) => [name.toLowerCase(), text]));
  const { values, findings } = operation.parameterReader.read({ path, query, headers: fields });
  expect(findings).toEqual([]);
  return values[parameter.in === 'querystring' ? 'query' : (parameter.in as Place)].p;
}

const LIST = { type: 'array', items: { type: 'string' } };
const COLOUR = { type: 'object', properties: { R: { type: 'integer' }, G: { type: 'integer' } } };
const COLOURS = ['blue', 'black'];
const RG = { R: 100, G: 200 };

describe('a value is serialized as in the table of OpenAPI', () => {
  test.each<[place: Place, style: string, explode: boolean, list: string, object: string]>([
    ['path', 'simple', false, 'blue,black', 'R,100,G,200'],
    ['path', 'simple', true, 'blue,black', 'R=100,G=200'],
    ['path', 'label', false, '.blue,black', '.R,100,G,200'],
    ['path', 'label', true, '.blue.black', '.R=100.G=200'],
    ['path', 'matrix', false, ';p=blue,black', ';p=R,100,G,200'],
    ['path', 'matrix', true, ';p=blue;p=black', ';R=100;G=200'],
    ['query', 'form', false, 'p=blue,black', 'p=R,100,G,200'],
    ['query', 'form', true, 'p=blue&p=black', 'R=100&G=200'],
    ['query', 'spaceDelimited', false, 'p=blue%20black', 'p=R%20100%20G%20200'],
    ['query', 'pipeDelimited', false, 'p=blue|black', 'p=R|100|G|200'],
    ['query', 'deepObject', true, 'p[0]=blue&p[1]=black', 'p[R]=100&p[G]=200'],
    ['header', 'simple', false, 'blue,black', 'R,100,G,200'],
    ['header', 'simple', true, 'blue,black', 'R=100,G=200'],
    ['cookie', 'form', false, 'p=blue,black', 'p=R,100,G,200'],
    ['cookie', 'form', true, 'p=blue&p=black', 'R=100&G=200'],
    ['cookie', 'cookie', false, 'p=blue,black', 'p=R,100,G,200'],
    ['cookie', 'cookie', true, 'p=blue; p=black', 'R=100; G=200'],
  ])('%s %s, exploded: %s', (place, style, explode, list, object) => {
    expect(written({ in: place, style, explode, schema: LIST }, COLOURS)).toBe(list);
    expect(written({ in: place, style, explode, schema: COLOUR }, RG)).toBe(object);
  });

  test('or in its media type', () => {
    const content = { 'application/json': { schema: COLOUR } };
    expect(written({ in: 'query', content }, RG)).toBe('p=%7B%22R%22%3A100%2C%22G%22%3A200%7D');
    expect(written({ in: 'header', content }, RG)).toBe('{"R":100,"G":200}');
    expect(written({ in: 'querystring', content }, RG)).toBe('%7B%22R%22%3A100%2C%22G%22%3A200%7D');
  });

  test('and a missing value is not written', () => {
    expect(written({ in: 'query', schema: LIST }, undefined)).toBe('');
  });
});

describe('a value is serialized as in RFC 6570, and parsed as the same value:', () => {
  const TEXT = { type: 'string' };
  const NAMED = { type: 'object', properties: { R: { type: 'integer' }, name: TEXT } };
  const MAP = { type: 'object', additionalProperties: TEXT };
  type Row = readonly [place: Place, style: string, explode: boolean, schema: object, value: unknown, text: string];
  const rows: readonly Row[] = [
    // Reserved characters.
    ['path', 'simple', false, TEXT, 'Hello World!', 'Hello%20World!'],
    ['path', 'simple', false, TEXT, 'half 50%/a?b#c', 'half%2050%25%2Fa%3Fb%23c'],
    ['path', 'simple', false, LIST, ['a,b', 'c'], 'a%2Cb,c'],
    ['path', 'simple', true, MAP, { a: 'x=y', b: 'c,d' }, 'a=x%3Dy,b=c%2Cd'],
    ['path', 'simple', false, MAP, { a: ';', b: '.' }, 'a,%3B,b,.'],
    ['path', 'label', false, TEXT, 'a b', '.a%20b'],
    ['path', 'label', false, LIST, ['a,b', 'c'], '.a%2Cb,c'],
    ['path', 'matrix', false, TEXT, 'a;b', ';p=a%3Bb'],
    ['path', 'matrix', true, LIST, ['a;b', 'c=d'], ';p=a%3Bb;p=c%3Dd'],
    ['query', 'form', true, TEXT, 'a&b=c+d e', 'p=a%26b%3Dc%2Bd%20e'],
    ['query', 'form', false, LIST, ['a,b', 'c'], 'p=a%2Cb,c'],
    ['query', 'form', true, LIST, ['a&b', 'c,d'], 'p=a%26b&p=c%2Cd'],
    ['query', 'form', true, MAP, { 'x y': 'a&b' }, 'x%20y=a%26b'],
    ['query', 'pipeDelimited', false, LIST, ['a b', 'c,d'], 'p=a%20b|c%2Cd'],
    ['query', 'pipeDelimited', true, LIST, ['a', 'b'], 'p=a&p=b'],
    ['query', 'spaceDelimited', false, LIST, ['a,b', 'c|d'], 'p=a%2Cb%20c%7Cd'],
    ['query', 'spaceDelimited', true, LIST, ['a', 'b'], 'p=a&p=b'],
    ['query', 'deepObject', true, MAP, { a: 'b&c', d: '[e]' }, 'p[a]=b%26c&p[d]=%5Be%5D'],
    ['header', 'simple', false, TEXT, 'a, b; c=d', 'a, b; c=d'],
    ['header', 'simple', false, LIST, ['a;b', 'c d'], 'a;b,c d'],
    ['header', 'simple', true, MAP, { a: 'x', b: 'y z' }, 'a=x,b=y z'],
    ['cookie', 'form', true, TEXT, 'a;b=c d', 'p=a%3Bb%3Dc%20d'],
    ['cookie', 'form', false, LIST, ['a,b', 'c'], 'p=a%2Cb,c'],
    ['cookie', 'form', true, LIST, ['a&b', 'c'], 'p=a%26b&p=c'],
    ['cookie', 'form', false, NAMED, { R: 1, name: 'a;b' }, 'p=R,1,name,a%3Bb'],
    ['cookie', 'form', true, NAMED, { R: 1, name: 'a&b' }, 'R=1&name=a%26b'],
    ['cookie', 'cookie', true, TEXT, 'a%20b=c', 'p=a%20b=c'],
    ['cookie', 'cookie', true, NAMED, { R: 1, name: 'a%' }, 'R=1; name=a%'],
    // Empty texts.
    ['path', 'matrix', false, TEXT, '', ';p'],
    ['path', 'matrix', true, LIST, ['', 'a'], ';p;p=a'],
    ['path', 'matrix', true, LIST, ['a', '', 'b'], ';p=a;p;p=b'],
    ['path', 'matrix', true, MAP, { a: '', b: 'c' }, ';a;b=c'],
    ['path', 'simple', true, MAP, { a: '' }, 'a='],
    ['query', 'form', true, TEXT, '', 'p='],
    ['query', 'form', true, LIST, ['', 'a'], 'p=&p=a'],
    ['query', 'form', true, LIST, [''], 'p='],
    ['query', 'form', true, NAMED, { name: '' }, 'name='],
    ['query', 'form', false, MAP, { a: '' }, 'p=a,'],
    ['query', 'deepObject', true, MAP, { a: '' }, 'p[a]='],
    ['cookie', 'form', true, TEXT, '', 'p='],
    ['cookie', 'form', true, NAMED, { name: '' }, 'name='],
    ['cookie', 'cookie', true, LIST, ['', 'a'], 'p=; p=a'],
  ];

  test.each(rows)('%s %s, exploded: %s, %j: %j is %s', (place, style, explode, schema, value, text) => {
    const parameter = { in: place, style, explode, schema };
    expect(written(parameter, value)).toBe(text);
    expect(readAgain(parameter, value)).toEqual(value);
  });

  test.each<[explode: boolean, schema: object, value: unknown, text: string]>([
    [true, TEXT, 'https://x.example/a?b=c&d;e', 'p=https://x.example/a?b%3Dc%26d;e'],
    [true, LIST, ['a/b', 'c,d'], 'p=a/b&p=c,d'],
    [false, LIST, ['a/b', 'c,d'], 'p=a/b,c%2Cd'],
    [true, NAMED, { name: '#1+2 [%]' }, 'name=%231%2B2%20%5B%25%5D'],
  ])(
    'reserved characters are not encoded if they are allowed; exploded: %s, %j: %j is %s',
    (explode, schema, value, text) => {
      const parameter = { in: 'query', explode, schema, allowReserved: true } as const;
      expect(written(parameter, value)).toBe(text);
      expect(readAgain(parameter, value)).toEqual(value);
    },
  );
});

describe('values that cannot be serialized are rejected:', () => {
  test.each<[what: string, parameter: Parameters<typeof operationWith>[0], value: unknown, reason: string]>([
    ['an empty text in a path', { in: 'path', schema: { type: 'string' } }, '', 'p would be empty in the path'],
    ['a step in a path', { in: 'path', schema: { type: 'string' } }, '..', '.. is not allowed as a path segment'],
    [
      'an empty label',
      { in: 'path', style: 'label', schema: { type: 'string' } },
      '',
      '. is not allowed as a path segment',
    ],
    ['an empty list in a query', { in: 'query', schema: LIST }, [], 'an empty list cannot be sent as p'],
    ['an empty object in a query', { in: 'query', schema: COLOUR }, {}, 'an empty object cannot be sent as p'],
    [
      'a text as the whole query',
      { in: 'querystring', content: { 'application/x-www-form-urlencoded': {} } },
      'a',
      'p is the whole query, and must be an object',
    ],
    ['an empty list in a cookie', { in: 'cookie', schema: LIST }, [], 'an empty list of p cannot be sent'],
    ['an empty object in a cookie', { in: 'cookie', schema: COLOUR }, {}, 'an empty object of p cannot be sent'],
    [
      'a semicolon in a cookie that is not encoded',
      { in: 'cookie', style: 'cookie', schema: { type: 'string' } },
      'a;b',
      '"p=a;b" is not a valid cookie p',
    ],
    [
      'a comma in an item of a header',
      { in: 'header', schema: LIST },
      ['a,b'],
      'a comma in an item of header p cannot be sent',
    ],
    [
      'two lines in a header field',
      { in: 'header', schema: { type: 'string' } },
      'a\r\nx-other: b',
      '"a\\r\\nx-other: b" is not a valid value for header p',
    ],
    [
      'a space at the end of a header field',
      { in: 'header', schema: { type: 'string' } },
      'a ',
      '"a " is not a valid value for header p',
    ],
  ])('%s', (_, parameter, value, reason) => {
    expect(write(parameter, value)).toMatchObject({ ok: false, reason });
  });
});

const STYLES: Readonly<Record<Place, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

const place = fc.constantFrom<Place>('path', 'query', 'header', 'cookie');
const anyWay = place.chain((where) =>
  fc.record({ in: fc.constant(where), style: fc.constantFrom(...STYLES[where]), explode: fc.boolean() }),
);
/** Letters without a meaning in any style. */
const word = fc.stringMatching(/^[A-Za-z0-9äöü𝄞_-]{1,8}$/u);
const plainWord = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/);

describe('serialized values are parsed as the same value:', () => {
  test('any text at any location', () => {
    checkProperty(
      fc.property(anyWay, fc.string({ unit: 'grapheme', minLength: 1 }), (way, text) => {
        // These two styles split the text.
        fc.pre(way.style !== 'deepObject' && (way.style !== 'label' || !/^\.?$/.test(text)));
        const parameter = { ...way, schema: { type: 'string' } };
        if (write(parameter, text).ok) expect(readAgain(parameter, text)).toBe(text);
      }),
    );
  });

  test('numbers and booleans', () => {
    checkProperty(
      fc.property(anyWay, fc.oneof(fc.integer(), fc.boolean()), (way, value) => {
        const schema = { type: typeof value === 'boolean' ? 'boolean' : 'integer' };
        expect(readAgain({ ...way, schema }, value)).toBe(value);
      }),
    );
  });

  test('lists of strings', () => {
    checkProperty(
      fc.property(anyWay, fc.array(word, { minLength: 1 }), (way, list) => {
        fc.pre((way.in !== 'header' && way.style !== 'cookie') || list.every((one) => /^[\x20-\x7e]*$/.test(one)));
        expect(readAgain({ ...way, schema: LIST }, list)).toEqual(list);
      }),
    );
  });

  test('objects of strings', () => {
    checkProperty(
      fc.property(anyWay, fc.dictionary(plainWord, plainWord, { minKeys: 1, noNullPrototype: true }), (way, value) => {
        const schema = { type: 'object', additionalProperties: { type: 'string' } };
        fc.pre(!Object.hasOwn(value, 'p') && Object.keys(value).every((key) => !/^\d+$/.test(key)));
        expect(readAgain({ ...way, schema }, value)).toEqual(value);
      }),
    );
  });
});
