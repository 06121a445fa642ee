// Parsing of parameters by style, location and schema.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createParameterReader } from '../../../src/openapi/parameters/parameter-reader.ts';
import type { ReadableParameter } from '../../../src/openapi/parameters/prepared-parameter.ts';
import { createReferences } from '../../../src/openapi/references.ts';
import { checkProperty } from '../../support/runs.ts';

type Place = ReadableParameter['in'];

/** A parameter in a document. */
interface Described {
  readonly name?: string;
  readonly in?: Place;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: unknown;
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
  readonly allowEmptyValue?: boolean;
}

const schemas = {
  Id: { type: 'integer' },
  Ids: { type: 'array', items: { $ref: '#/components/schemas/Id' } },
  Small: { allOf: [{ $ref: '#/components/schemas/Id' }, { maximum: 9 }] },
  Tree: {
    type: 'object',
    properties: { size: { type: 'integer' }, child: { $ref: '#/components/schemas/Tree' } },
  },
  Loop: { $ref: '#/components/schemas/Loop' },
  Self: { allOf: [{ $ref: '#/components/schemas/Self' }, { type: 'integer' }] },
};

function readerOf(...described: readonly Described[]) {
  const parameters = described.map((one) => {
    const { name = 'p', in: place = 'query', content } = one;
    const style = one.style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
    const [first] = Object.entries(content ?? {});
    return {
      name,
      in: place,
      style,
      explode: one.explode ?? (style === 'form' || style === 'cookie'),
      allowEmptyValue: one.allowEmptyValue,
      isWholeQuery: false,
      schema: one.schema === undefined ? undefined : { value: one.schema, pointer: `/${name}/schema` },
      content: first && {
        type: first[0],
        encoding: {},
        schema: first[1].schema === undefined ? undefined : { value: first[1].schema, pointer: `/${name}/content` },
      },
    };
  });
  const root = { components: { schemas }, ...Object.fromEntries(described.map((one) => [one.name ?? 'p', one])) };
  return createParameterReader(parameters, createReferences(root));
}

test.each<[query: string, described: readonly Described[], names: readonly string[] | undefined]>([
  ['foo=1&p=2&bar=3&foo=4', [{ schema: { type: 'string' } }], ['foo', 'bar']],
  ['foo=1', [], ['foo']],
  ['', [], undefined],
  ['p=1', [{ in: 'header', schema: { type: 'string' } }], ['p']],
  ['p[a]=1&p[b][c]=2&q[a]=1', [{ style: 'deepObject', schema: { type: 'object' } }], ['q[a]']],
  ['p[]=1', [{ schema: { type: 'array', items: { type: 'string' } } }], ['p[]']],
  ['size=1&other=2', [{ schema: { type: 'object' } }], undefined],
  [
    'size=1&other=2',
    [{ schema: { type: 'object', properties: { size: {} }, additionalProperties: { type: 'integer' } } }],
    undefined,
  ],
  [
    'size=1&other=2',
    [{ schema: { type: 'object', properties: { size: {} }, additionalProperties: false } }],
    ['other'],
  ],
])('of the query %s with %j, undeclared are %j', (query, described, names) => {
  expect(readerOf(...described).read({ path: {}, query, headers: {} }).undeclared).toEqual(names);
});

/** Reads one parameter from the path, the query, a header or a cookie. */
function read(described: Described, sent: string) {
  const { name = 'p', in: place = 'query' } = described;
  const { values, findings } = readerOf(described).read({
    path: place === 'path' ? { [name]: sent } : undefined,
    query: place === 'query' ? sent : '',
    headers: place === 'header' ? { [name.toLowerCase()]: sent } : place === 'cookie' ? { cookie: sent } : {},
  });
  const key = place === 'header' ? name.toLowerCase() : name;
  return { value: values[place][key], findings };
}

const INTEGER = { type: 'integer' };
const INTEGERS = { type: 'array', items: INTEGER };
const TEXTS = { type: 'array', items: { type: 'string' } };
const COLOUR = { type: 'object', properties: { R: INTEGER, G: INTEGER, name: { type: 'string' } } };

describe('scalar text', () => {
  test.each<[schema: unknown, text: string, value: unknown]>([
    [undefined, '7', '7'],
    [{}, '7', '7'],
    [true, '7', '7'],
    [{ type: 'string' }, '7', '7'],
    [{ type: 'string' }, '', ''],
    [INTEGER, '7', 7],
    [INTEGER, '-7', -7],
    [INTEGER, '007', 7],
    [INTEGER, '0', 0],
    // Not an integer: it stays text and fails validation.
    [INTEGER, '7.0', '7.0'],
    [INTEGER, '1e3', '1e3'],
    [INTEGER, '0x10', '0x10'],
    [INTEGER, '%207', ' 7'],
    [INTEGER, '+7', ' 7'],
    [INTEGER, '%2B7', '+7'],
    [INTEGER, '1_000', '1_000'],
    [INTEGER, '٧', '٧'],
    [INTEGER, '', ''],
    [INTEGER, '7'.repeat(400), '7'.repeat(400)],
    [{ type: 'number' }, '7', 7],
    [{ type: 'number' }, '-0.5', -0.5],
    [{ type: 'number' }, '1e3', 1000],
    [{ type: 'number' }, '2.5E-1', 0.25],
    [{ type: 'number' }, '.5', '.5'],
    [{ type: 'number' }, '5.', '5.'],
    [{ type: 'number' }, 'NaN', 'NaN'],
    [{ type: 'number' }, 'Infinity', 'Infinity'],
    [{ type: 'number' }, '1e999', '1e999'],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean' }, 'false', false],
    [{ type: 'boolean' }, 'TRUE', 'TRUE'],
    [{ type: 'boolean' }, '1', '1'],
    [{ type: 'boolean' }, '', ''],
    // Empty text is null if strings are not allowed.
    [{ type: 'integer', nullable: true }, '', null],
    [{ type: 'integer', nullable: true }, 'null', 'null'],
    [{ type: 'string', nullable: true }, '', ''],
    [{ type: ['integer', 'null'] }, '', null],
    [{ type: ['integer', 'null'] }, '7', 7],
    // Only lossless numbers are converted if strings are allowed too.
    [{ type: ['integer', 'string'] }, '7', 7],
    [{ type: ['integer', 'string'] }, '007', '007'],
    [{ type: ['integer', 'string'] }, 'seven', 'seven'],
    [{ type: ['boolean', 'string'] }, 'true', true],
    [{ oneOf: [INTEGER, { type: 'boolean' }] }, 'true', true],
    [{ oneOf: [INTEGER, { type: 'boolean' }] }, '7', 7],
    [{ anyOf: [{ type: 'string' }, INTEGER] }, '7', 7],
    [{ allOf: [INTEGER, { minimum: 1 }] }, '7', 7],
    [{ allOf: [{ type: 'number' }, INTEGER] }, '7.5', '7.5'],
    [{ type: 'integer', anyOf: [{ minimum: 1 }, { maximum: -1 }] }, '7', 7],
    [{ $ref: '#/components/schemas/Id' }, '7', 7],
    [{ $ref: '#/components/schemas/Small' }, '7', 7],
    [{ $ref: '#/components/schemas/Loop' }, '7', '7'],
    [{ $ref: '#/components/schemas/Self' }, '7', 7],
    [{ $ref: '#/components/schemas/Nowhere' }, '7', '7'],
    [{ enum: [1, 2] }, '2', 2],
    [{ enum: [1, 2] }, '3', 3],
    [{ enum: ['1', 2] }, '1', '1'],
    [{ enum: [true, 'maybe'] }, 'true', true],
    [{ type: 'string', enum: ['1'] }, '1', '1'],
    [{ const: 5 }, '5', 5],
    // Listed values of another type are converted.
    [{ type: 'string', enum: [1, 2] }, '1', '1'],
    [{ type: 'integer', enum: ['1', '2'] }, '1', 1],
    [{ type: 'string', const: true }, 'true', 'true'],
  ])('%j reads %j as %j', (schema, text, value) => {
    expect(read({ schema }, `p=${text}`)).toEqual({ value, findings: [] });
  });
});

describe('a style', () => {
  test.each<[described: Described, sent: string, value: unknown]>([
    // Path.
    [{ in: 'path', schema: { type: 'string' } }, 'a%2Fb%20c', 'a/b c'],
    [{ in: 'path', schema: { type: 'string' } }, 'a+b', 'a+b'],
    [{ in: 'path', schema: { type: 'string' } }, 'a,b', 'a,b'],
    [{ in: 'path', schema: { type: 'string' } }, '%00', '\0'],
    [{ in: 'path', schema: INTEGERS }, '3,4,5', [3, 4, 5]],
    [{ in: 'path', schema: INTEGERS, explode: true }, '3,4,5', [3, 4, 5]],
    [{ in: 'path', schema: INTEGERS }, '3', [3]],
    [{ in: 'path', schema: INTEGERS }, '3%2C4', [3, 4]],
    [{ in: 'path', schema: TEXTS }, 'a%2Cb,c', ['a,b', 'c']],
    [{ in: 'path', schema: { type: 'array' } }, '3,4', ['3', '4']],
    [{ in: 'path', schema: { $ref: '#/components/schemas/Ids' } }, '3,4', [3, 4]],
    [{ in: 'path', schema: { oneOf: [INTEGER, INTEGERS] } }, '3', 3],
    [{ in: 'path', schema: { oneOf: [INTEGER, INTEGERS] } }, '3,4', [3, 4]],
    [{ in: 'path', schema: COLOUR }, 'R,100,name,red', { R: 100, name: 'red' }],
    [{ in: 'path', schema: COLOUR, explode: true }, 'R=100,name=red%3D', { R: 100, name: 'red=' }],
    [{ in: 'path', schema: COLOUR }, 'R,100,G', 'R,100,G'],
    [{ in: 'path', schema: COLOUR, explode: true }, 'R=100,G', 'R=100,G'],
    [{ in: 'path', style: 'label', schema: INTEGER }, '.5', 5],
    [{ in: 'path', style: 'label', schema: { type: 'number' } }, '.3.5', 3.5],
    [{ in: 'path', style: 'label', schema: { type: 'string' } }, '.', ''],
    [{ in: 'path', style: 'label', schema: INTEGERS }, '.3,4', [3, 4]],
    [{ in: 'path', style: 'label', schema: INTEGERS }, '.3.4', [3, 4]],
    [{ in: 'path', style: 'label', schema: INTEGERS, explode: true }, '.3.4', [3, 4]],
    [{ in: 'path', style: 'label', schema: INTEGERS }, '.', []],
    [{ in: 'path', style: 'label', schema: COLOUR }, '.R,1,G,2', { R: 1, G: 2 }],
    [{ in: 'path', style: 'label', schema: COLOUR, explode: true }, '.R=1.G=2', { R: 1, G: 2 }],
    [{ in: 'path', style: 'matrix', schema: INTEGER }, ';p=5', 5],
    [{ in: 'path', style: 'matrix', schema: INTEGER, explode: true }, ';p=5', 5],
    [{ in: 'path', style: 'matrix', schema: { type: 'string' } }, ';p', ''],
    [{ in: 'path', style: 'matrix', schema: INTEGERS }, ';p=3,4', [3, 4]],
    [{ in: 'path', style: 'matrix', schema: INTEGERS, explode: true }, ';p=3;p=4', [3, 4]],
    [{ in: 'path', style: 'matrix', schema: TEXTS, explode: true }, ';p;p=a;p', ['', 'a', '']],
    [{ in: 'path', style: 'matrix', schema: COLOUR, explode: true }, ';name;R=1', { name: '', R: 1 }],
    [{ in: 'path', style: 'matrix', schema: COLOUR }, ';p=R,1,G,2', { R: 1, G: 2 }],
    [{ in: 'path', style: 'matrix', schema: COLOUR, explode: true }, ';R=1;G=2', { R: 1, G: 2 }],
    // Query.
    [{ schema: { type: 'string' } }, 'p=a+b%20c%2B', 'a b c+'],
    [{ schema: { type: 'string' } }, 'p', ''],
    [{ schema: { type: 'string' } }, 'p=1&p=2', '1'],
    [{ schema: { type: 'string' } }, 'p=a=b', 'a=b'],
    [{ schema: { type: 'string' } }, 'p=https://x.example/?a=b', 'https://x.example/?a=b'],
    [{ schema: { type: 'string' } }, 'P=1', undefined],
    [{ schema: { type: 'string' } }, '&&', undefined],
    [{ name: 'é p', schema: { type: 'string' } }, '%C3%A9+p=1', '1'],
    [{ schema: INTEGERS }, 'p=3&x=9&p=4', [3, 4]],
    [{ schema: INTEGERS }, 'p=3', [3]],
    [{ schema: INTEGERS }, 'p=3,4', ['3,4']],
    [{ schema: { type: ['array', 'null'], items: INTEGER } }, 'p=3', [3]],
    [{ schema: INTEGERS, explode: false }, 'p=3,4', [3, 4]],
    [{ schema: INTEGERS, explode: false }, 'p=3%2C4', [3, 4]],
    [{ schema: INTEGERS, explode: false }, 'p=3&p=4', [3, 4]],
    [{ schema: INTEGERS, explode: false }, 'p=', []],
    [{ schema: TEXTS, explode: false }, 'p=a%2Cb,c', ['a,b', 'c']],
    [{ schema: TEXTS }, 'p=', ['']],
    [{ schema: INTEGERS, style: 'spaceDelimited' }, 'p=3%204+5', [3, 4, 5]],
    [{ schema: INTEGERS, style: 'pipeDelimited' }, 'p=3|4%7C5', [3, 4, 5]],
    [{ schema: INTEGERS, style: 'pipeDelimited', explode: true }, 'p=3&p=4', [3, 4]],
    [{ schema: { oneOf: [INTEGER, INTEGERS] } }, 'p=3', 3],
    [{ schema: { oneOf: [INTEGER, INTEGERS] } }, 'p=3&p=4', [3, 4]],
    [
      { schema: { type: 'array', prefixItems: [INTEGER, { type: 'boolean' }], items: { type: 'string' } } },
      'p=3&p=true&p=4',
      [3, true, '4'],
    ],
    [{ name: 'p[]', schema: INTEGERS }, 'p[]=3&p%5B%5D=4', [3, 4]],
    [{ name: 'filter[x]', schema: INTEGER }, 'filter%5Bx%5D=3', 3],
    [{ schema: COLOUR }, 'R=1&other=2&name=red', { R: 1, name: 'red' }],
    [{ schema: COLOUR }, 'other=2', undefined],
    [{ schema: { type: 'object', properties: { ids: INTEGERS } } }, 'ids=1&ids=2', { ids: [1, 2] }],
    [{ schema: { type: 'object', additionalProperties: INTEGER } }, 'a=1&b=2', { a: 1, b: 2 }],
    [{ schema: { type: 'object', properties: {}, additionalProperties: false } }, 'a=1', undefined],
    [{ schema: COLOUR, explode: false }, 'p=R,1,name,red', { R: 1, name: 'red' }],
    [{ schema: COLOUR, style: 'pipeDelimited' }, 'p=R|1|name|red', { R: 1, name: 'red' }],
    // Objects in brackets.
    [{ style: 'deepObject', schema: COLOUR }, 'p[R]=1&p%5Bname%5D=red', { R: 1, name: 'red' }],
    [{ style: 'deepObject', schema: COLOUR }, 'q[R]=1&pp[R]=1&p[R=1', undefined],
    [
      { style: 'deepObject', schema: { $ref: '#/components/schemas/Tree' } },
      'p[size]=1&p[child][size]=2&p[child][child][size]=3',
      { size: 1, child: { size: 2, child: { size: 3 } } },
    ],
    [
      { style: 'deepObject', schema: { type: 'object', properties: { ids: INTEGERS } } },
      'p[ids][]=1&p[ids][]=2',
      { ids: [1, 2] },
    ],
    [
      { style: 'deepObject', schema: { type: 'object', properties: { ids: INTEGERS } } },
      'p[ids]=1&p[ids]=2',
      { ids: [1, 2] },
    ],
    [
      { style: 'deepObject', schema: { type: 'object', properties: { ids: INTEGERS } } },
      'p[ids][1]=2&p[ids][0]=1',
      { ids: [1, 2] },
    ],
    [{ style: 'deepObject', schema: INTEGERS }, 'p[]=1&p[]=2', [1, 2]],
    [{ style: 'deepObject', schema: INTEGERS }, 'p[1000000000]=2&p[7]=1', [1, 2]],
    [
      { style: 'deepObject', schema: { type: 'array', items: COLOUR } },
      'p[0][R]=1&p[0][G]=2&p[1][R]=3',
      [{ R: 1, G: 2 }, { R: 3 }],
    ],
    [
      { style: 'deepObject', schema: { type: 'array', items: COLOUR } },
      'p[][R]=1&p[][G]=2&p[][R]=3&p[][G]=4',
      [
        { R: 1, G: 2 },
        { R: 3, G: 4 },
      ],
    ],
    [
      { style: 'deepObject', schema: { type: 'array', items: { type: 'object', properties: { ids: INTEGERS } } } },
      'p[][ids][]=1&p[][ids][]=2',
      [{ ids: [1, 2] }],
    ],
    [{ style: 'deepObject', schema: { type: 'object' } }, 'p[a][]=1&p[b][c]=x', { a: ['1'], b: { c: 'x' } }],
    [{ style: 'deepObject', schema: { type: 'object' } }, 'p[7]=x', { 7: 'x' }],
    [{ style: 'deepObject', schema: { anyOf: [{ type: 'object', properties: { gt: INTEGER } }, INTEGER] } }, 'p=5', 5],
    [
      { style: 'deepObject', schema: { anyOf: [{ type: 'object', properties: { gt: INTEGER } }, INTEGER] } },
      'p[gt]=5',
      { gt: 5 },
    ],
    // Headers.
    [{ in: 'header', name: 'X-Size', schema: INTEGER }, '7', 7],
    [{ in: 'header', schema: { type: 'string' } }, 'a%20b', 'a%20b'],
    [{ in: 'header', schema: INTEGERS }, '3, 4 ,5', [3, 4, 5]],
    [{ in: 'header', schema: TEXTS }, 'a%2Cb', ['a%2Cb']],
    [{ in: 'header', schema: COLOUR }, 'R, 1, name, red', { R: 1, name: 'red' }],
    [{ in: 'header', schema: COLOUR, explode: true }, 'R=1, name=red', { R: 1, name: 'red' }],
    // Cookies.
    [{ in: 'cookie', schema: INTEGER }, 'a=1; p=7; b=2', 7],
    [{ in: 'cookie', schema: { type: 'string' } }, 'p="a b%20c"', 'a b c'],
    [{ in: 'cookie', schema: { type: 'string' } }, 'p=50%;q=1', '50%'],
    [{ in: 'cookie', schema: { type: 'string' } }, 'p=a=b; p=c', 'a=b'],
    [{ in: 'cookie', schema: { type: 'string' } }, 'p; =x; q', undefined],
    [{ in: 'cookie', schema: INTEGERS, explode: false }, 'p=3,4', [3, 4]],
    [{ in: 'cookie', schema: INTEGERS }, 'p=3&p=4', [3, 4]],
    [{ in: 'cookie', schema: INTEGERS }, 'p=3; p=4', [3, 4]],
    [{ in: 'cookie', schema: COLOUR, explode: false }, 'p=R,1', { R: 1 }],
    [{ in: 'cookie', schema: COLOUR }, 'R=1&G=2', { R: 1, G: 2 }],
    [{ in: 'cookie', schema: COLOUR }, 'a=x; R=1; name=a&b; G=2', { R: 1, G: 2, name: 'a&b' }],
    [{ in: 'cookie', schema: COLOUR }, 'R=1&name=a&other=b&G=2', { R: 1, G: 2, name: 'a&other=b' }],
    [{ in: 'cookie', schema: COLOUR }, 'a=x&R=1', undefined],
    [{ in: 'cookie', schema: { type: 'object', additionalProperties: INTEGER } }, 'a=1&b=2; c=3', { a: 1, b: 2, c: 3 }],
    [{ in: 'cookie', schema: COLOUR }, 'p=R=1,G=2', { R: 1, G: 2 }],
    [
      { in: 'cookie', schema: { type: 'object', properties: { ids: INTEGERS } } },
      'ids=1&ids=2; ids=3',
      { ids: [1, 2, 3] },
    ],
    [{ in: 'cookie', style: 'cookie', explode: true, schema: INTEGERS }, 'p=3; p=4', [3, 4]],
    [{ in: 'cookie', style: 'cookie', schema: { type: 'string' } }, 'p=50%25', '50%25'],
    [{ in: 'cookie', style: 'cookie', schema: { type: 'string' } }, 'p="a b"; q=1', '"a b"'],
    [{ in: 'cookie', style: 'cookie', schema: { type: 'array' } }, 'p=3&p=4', ['3&p=4']],
    [{ in: 'cookie', style: 'cookie', explode: false, schema: INTEGERS }, 'p=3,4', [3, 4]],
    [{ in: 'cookie', style: 'cookie', schema: COLOUR }, 'R=1; G=2; name=a%26b', { R: 1, G: 2, name: 'a%26b' }],
    [{ in: 'cookie', style: 'cookie', schema: COLOUR }, 'name=a&R=1; G=2', { name: 'a&R=1', G: 2 }],
    [{ in: 'cookie', style: 'cookie', explode: false, schema: COLOUR }, 'p=R,1,G,2', { R: 1, G: 2 }],
    // In a media type.
    [{ content: { 'application/json': { schema: COLOUR } } }, 'p=%7B%22R%22:1%7D', { R: 1 }],
    [{ in: 'header', content: { 'application/json': {} } }, '[1, 2]', [1, 2]],
    [{ in: 'cookie', content: { 'application/vnd.x+json': {} } }, 'p=%5B1%5D', [1]],
    [{ in: 'path', content: { 'application/json': {} } }, '%22a%22', 'a'],
    [{ content: { 'text/plain': { schema: INTEGER } } }, 'p=7', 7],
    [{ content: { 'text/plain': { schema: { type: 'string' } } } }, 'p=7', '7'],
  ])('%j reads %s as %j', (described, sent, value) => {
    expect(read(described, sent)).toEqual({ value, findings: [] });
  });

  test.each<[described: Described, sent: string, keyword: string, message: string]>([
    [{ in: 'path' }, '%zz', 'encoding', 'has invalid percent-encoding'],
    [{ in: 'path' }, '%C0%AF', 'encoding', 'has invalid percent-encoding'],
    [{}, 'p=%', 'encoding', 'has invalid percent-encoding'],
    [{ schema: INTEGERS, explode: false }, 'p=1,%zz', 'encoding', 'has invalid percent-encoding'],
    [{ style: 'deepObject', schema: COLOUR }, 'p[R]=%', 'encoding', 'has invalid percent-encoding'],
    [{ in: 'path', style: 'label' }, '5', 'style', 'must begin with "."'],
    [{ in: 'path', style: 'matrix' }, '5', 'style', 'must begin with ";p="'],
    [{ in: 'path', style: 'matrix' }, ';q=5', 'style', 'must begin with ";p="'],
    [{ content: { 'application/json': {} } }, 'p={', 'content', 'must be application/json'],
  ])('%j reports for %s the keyword %s: %s', (described, sent, keyword, message) => {
    const { value, findings } = read(described, sent);
    expect(value).toBeUndefined();
    expect(findings).toEqual([{ part: described.in ?? 'query', pointer: '/p', keyword, params: {}, message }]);
  });
});

describe('empty text that is allowed', () => {
  test.each<[unknown, unknown]>([
    [{ type: 'string' }, ''],
    [INTEGER, undefined],
    [{ type: 'boolean' }, undefined],
    [INTEGERS, undefined],
  ])('for %j is %j', (schema, value) => {
    expect(read({ schema, allowEmptyValue: true }, 'p=')).toEqual({ value, findings: [] });
  });
});

describe('several parameters', () => {
  test('do not affect each other', () => {
    const reader = readerOf(
      { name: 'a', schema: { type: 'object' } },
      { name: 'b', style: 'deepObject', schema: { type: 'object' } },
      { name: 'b[x]', schema: INTEGER },
      { name: 'c', schema: INTEGER },
    );
    const { values } = reader.read({ path: undefined, query: 'b[x]=1&b[y]=2&c=3&d=4', headers: {} });
    expect(values.query).toEqual({ a: { 'b[y]': '2', d: '4' }, b: { y: '2' }, 'b[x]': 1, c: 3 });
  });

  test('get their default values', () => {
    const reader = readerOf(
      { name: 'limit', schema: { type: 'integer', default: 20 } },
      { name: 'sort', schema: { type: 'array', default: ['name'] } },
      { name: 'text', in: 'header', schema: { type: 'integer', default: '5' } },
      { name: 'either', in: 'cookie', schema: { oneOf: [{ default: 1 }, { default: 2 }] } },
      { name: 'both', schema: { allOf: [{ type: 'string' }, { default: '7' }] } },
    );
    const sent = { path: { id: '%41', odd: '%' }, query: 'limit=3', headers: {} };
    const { values } = reader.read(sent);
    expect({ ...values.query }).toEqual({ limit: 3 });
    reader.applyDefaults(values, sent);
    expect(values).toMatchObject({ query: { limit: 3, sort: ['name'], both: '7' }, header: { text: 5 } });
    expect(values.cookie).not.toHaveProperty('either');
    expect(values.path).toEqual({ id: 'A', odd: '%' });

    (values.query.sort as string[]).push('changed');
    const others = reader.read({ ...sent, query: '' }).values;
    reader.applyDefaults(others, sent);
    expect(others.query.sort).toEqual(['name']);
  });

  test('from a message are converted too', () => {
    const reader = readerOf({ name: 'a', schema: INTEGER }, { name: 'b', schema: { type: 'string' } });
    const { values } = reader.read({ path: undefined, query: '', headers: {} });
    Object.assign(values.query, { a: '7', b: '7' });
    reader.convertTexts(values);
    expect(values.query).toEqual({ a: 7, b: '7' });
  });
});

describe('hostile texts', () => {
  const deep: Described = { style: 'deepObject', schema: { type: 'object' } };

  test('with inherited property names are ordinary values', () => {
    const { value } = read(deep, 'p[__proto__][polluted]=1&p[constructor][prototype][polluted]=2&p[toString]=3');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor', 'toString']);
    expect({}).not.toHaveProperty('polluted');
    expect(read({ schema: { type: 'object' } }, '__proto__=1').value).toHaveProperty('__proto__', '1');
    expect(read({ name: '__proto__', schema: INTEGER }, '__proto__=1').value).toBe(1);
    expect(read({ in: 'cookie', name: 'constructor' }, 'x=1').value).toBeUndefined();
    expect(read({ in: 'path', schema: COLOUR, explode: true }, '__proto__=1').value).toHaveProperty('__proto__', '1');
  });

  test('produce at most sixteen levels', () => {
    const { value } = read(deep, `p${'[a]'.repeat(10_000)}=1`);
    let depth = 0;
    for (let at = value; typeof at === 'object' && at !== null; at = Object.values(at)[0]) depth += 1;
    expect(depth).toBe(16);
  });

  test('with ten thousand keys are read', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `p[k${index}][x][]=${index}`);
    expect(Object.keys(read(deep, keys.join('&')).value as object)).toHaveLength(10_000);
    const rows = keys.map((_, index) => `p[][x]=${index}`);
    expect(read({ ...deep, schema: { type: 'array' } }, rows.join('&')).value).toHaveLength(10_000);
    const texts = keys.map((_, index) => `p=${index}`);
    expect(read({ schema: INTEGERS }, texts.join('&')).value).toHaveLength(10_000);
    expect(read({ schema: INTEGERS, explode: false }, `p=${'1,'.repeat(99_999)}1`).value).toHaveLength(100_000);
  });

  test('of any kind become values or findings', () => {
    const place = fc.constantFrom<Place>('path', 'query', 'header', 'cookie');
    const style = fc.constantFrom(undefined, 'label', 'matrix', 'spaceDelimited', 'pipeDelimited', 'deepObject');
    const schema = fc.constantFrom<unknown>(
      INTEGER,
      INTEGERS,
      COLOUR,
      { type: 'object' },
      { oneOf: [COLOUR, INTEGERS] },
      undefined,
    );
    const piece = fc.constantFrom(
      'p',
      '=',
      '&',
      '[',
      ']',
      '[]',
      ';',
      ',',
      '.',
      '%',
      '%2C',
      '%zz',
      '|',
      '1',
      'R',
      '__proto__',
      ' ',
    );
    const sent = fc.oneof(
      fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join('')),
      fc.string(),
    );
    checkProperty(
      fc.property(place, style, fc.boolean(), schema, sent, (inPlace, named, explode, message, text) => {
        const described = { in: inPlace, explode, schema: message, ...(named && { style: named }) };
        expect(read(described, text).findings.length).toBeLessThan(2);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('text that is serialized by the rules', () => {
  const text = fc.string({ unit: 'binary', maxLength: 6 }).filter((one) => one.isWellFormed());
  const encode = encodeURIComponent;
  const encodeAll = (one: string) => encode(one).replace(/[.!~*'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const list = fc.array(text, { minLength: 1, maxLength: 5 });
  const record = fc.dictionary(
    text.filter((key) => key !== '' && key !== 'p'),
    text,
    { minKeys: 1, maxKeys: 4 },
  );
  const OBJECT = { type: 'object' };

  /** At least two: then there is a plain delimiter, and encoded ones are data. */
  const several = list.filter((one) => one.length > 1);
  const pairs = (value: object) => Object.entries(value).flat().map(encodeAll);
  const members = (value: object) => Object.entries(value).map(([key, one]) => `${encodeAll(key)}=${encodeAll(one)}`);

  test.each<[string, Described, fc.Arbitrary<unknown>, (value: never) => string]>([
    ['a text in the path', { in: 'path' }, text, (one: string) => encode(one)],
    ['a text in the query', {}, text, (one: string) => `p=${encode(one)}`],
    ['a text as forms write it', {}, text, (one: string) => `${new URLSearchParams({ p: one })}`],
    ['a list by commas', { in: 'path', schema: TEXTS }, several, (one: string[]) => one.map(encode).join(',')],
    [
      'a list by dots',
      { in: 'path', style: 'label', explode: true, schema: TEXTS },
      several,
      (one: string[]) => `.${one.map(encodeAll).join('.')}`,
    ],
    [
      'a list by semicolons',
      { in: 'path', style: 'matrix', explode: true, schema: TEXTS },
      list.filter(([one]) => one !== ''),
      (one: string[]) => one.map((each) => `;p=${encode(each)}`).join(''),
    ],
    ['a repeated name', { schema: TEXTS }, list, (one: string[]) => one.map((each) => `p=${encode(each)}`).join('&')],
    [
      'a list by pipes',
      { style: 'pipeDelimited', schema: TEXTS },
      list.map((all) => all.map((one) => one.replaceAll('|', ''))).filter((all) => all.join('') !== ''),
      (one: string[]) => `p=${one.map(encode).join('|')}`,
    ],
    ['an object by commas', { in: 'path', schema: OBJECT }, record, (one: object) => pairs(one).join(',')],
    [
      'an exploded object by commas',
      { in: 'path', explode: true, schema: OBJECT },
      record,
      (one: object) => members(one).join(','),
    ],
    [
      'an object by semicolons',
      { in: 'path', style: 'matrix', explode: true, schema: OBJECT },
      record,
      (one: object) =>
        members(one)
          .map((each) => `;${each}`)
          .join(''),
    ],
    ['an object that is spread', { schema: OBJECT }, record, (one: object) => members(one).join('&')],
    [
      'an object in brackets',
      { style: 'deepObject', schema: OBJECT },
      fc.dictionary(
        fc.stringMatching(/^[^[\]]{1,5}$/).filter((key) => key.isWellFormed()),
        text,
        { minKeys: 1 },
      ),
      (one: object) =>
        Object.entries(one)
          .map(([key, each]) => `p[${encode(key)}]=${encode(each)}`)
          .join('&'),
    ],
    [
      'JSON',
      { content: { 'application/json': {} } },
      fc.jsonValue(),
      (one: unknown) => `p=${encode(JSON.stringify(one))}`,
    ],
  ])('is parsed: %s', (_, described, arbitrary, write) => {
    checkProperty(
      fc.property(arbitrary, (value) => {
        expect(read(described, write(value as never))).toEqual({
          value: JSON.parse(JSON.stringify(value)),
          findings: [],
        });
      }),
      { numRuns: 300 },
    );
  });
});
