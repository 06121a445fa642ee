// Parsing of JSON: everything that JSON.parse accepts, except for duplicate keys, lone surrogates and deep nesting.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReferences } from '../../../src/openapi/references.ts';
import { type JsonBounds, MAX_JSON_DEPTH } from '../../../src/server/codec/json-size.ts';
import { readJsonText } from '../../../src/server/codec/json-text.ts';
import { listBoundsOf } from '../../../src/server/codec/list-bounds.ts';
import { ApiError } from '../../../src/server/pipeline/errors/api-error.ts';
import { checkProperty } from '../../support/runs.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const NODE = { properties: { few: { $ref: '#/Few' }, children: { items: { $ref: '#/Node' } } } };
const REFERENCES = createReferences({ Few: { maxItems: 3 }, Node: NODE });
const BOUNDS = { values: 500_000 };
const read = (text: string) => readJsonText(bytes(text), BOUNDS);

/** JSON values with Unicode strings, and keys like JavaScript internals. */
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      // Not the keys `"` and `\` in sequence, which some releases of V8 parse incorrectly.
      fc.oneof(
        fc.string({ unit: 'binary', minLength: 2 }),
        fc.constantFrom('', '__proto__', 'constructor', '"', '{', ':'),
      ),
      tie('value'),
      { maxKeys: 5 },
    ),
  ),
})).value;
const indents = fc.constantFrom(undefined, 1, '\t', ' \r\n');
/** Every character of every string as \uXXXX. */
const escaped = (json: string) =>
  json.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => {
    const text: string = JSON.parse(quoted);
    return `"${text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
  });

describe('parses', () => {
  test('every JSON value like JSON.parse, however it is formatted and escaped', () => {
    checkProperty(
      fc.property(values, indents, fc.boolean(), (value, indent, escaping) => {
        const plain = JSON.stringify(value, undefined, indent);
        const json = escaping ? escaped(plain) : plain;
        // Compares with Node, which handles keys such as `__proto__` correctly.
        expect(isDeepStrictEqual(read(json), JSON.parse(json)), json).toBe(true);
      }),
    );
  });

  test.each([
    '0',
    '-0',
    'null',
    '""',
    '[]',
    '{}',
    ' [ 1 , { "a" : [ ] } ] ',
    '{"a":{"a":{"a":1}},"b":{"a":2}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":"b","b":"\\"a\\":"}',
    '{"\\\\":1,"\\"":2,"\\\\\\"":3}',
    '{"a":"}{][,:"}',
    '{"__proto__":{"polluted":true},"constructor":1,"toString":null}',
    '"\\ud83d\\ude00 \\u0000"',
    '["\\\\ud83d", {"\\\\ude00": "\\\\"}]',
  ])('%s', (json) => {
    expect(read(json)).toEqual(JSON.parse(json));
  });

  test('`__proto__` as a key like any other', () => {
    const value = read('{"__proto__":{"polluted":true}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value).not.toHaveProperty('polluted');
  });

  test.each([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ])('nesting of %s up to the limit and no deeper', (open, close) => {
    const levels = open.length - open.replaceAll(/[[{]/g, '').length;
    const nested = (depth: number) => `${open.repeat(depth / levels)}0${close.repeat(depth / levels)}`;
    expect(() => read(nested(MAX_JSON_DEPTH))).not.toThrow();
    expect(() => read(nested(MAX_JSON_DEPTH + levels))).toThrow(ApiError);
  });

  test('many siblings at one level', () => {
    expect(read(`[${'[],'.repeat(10_000)}[]]`)).toHaveLength(10_001);
  });
});

describe('rejects', () => {
  test('a duplicate key in any object', () => {
    const key = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '__proto__', 'constructor', 'a"b', '\\'));
    checkProperty(
      fc.property(key, values, values, values, fc.nat(20), fc.boolean(), (name, one, between, two, depth, escaping) => {
        const quoted = JSON.stringify(name);
        const again = escaping ? escaped(quoted) : quoted;
        const twice = `{${quoted}:${JSON.stringify(one)},"other ${name.length}":${JSON.stringify(between)},${again} :${JSON.stringify(two)}}`;
        fc.pre(shallow(one) && shallow(between) && shallow(two));
        const json = `${'[{"x":'.repeat(depth)}${twice}${'}]'.repeat(depth)}`;
        expect(() => read(json)).toThrow(`duplicate field "${name}"`);
      }),
    );
  });

  test('a lone surrogate anywhere, among strings with and without escapes', () => {
    const half = fc.constantFrom('\ud83d', '\ude00', 'a\ude00\ud83d', '"\ud83d\\');
    checkProperty(
      fc.property(half, values, values, fc.boolean(), fc.nat(20), (text, before, after, isKey, depth) => {
        fc.pre(shallow(before) && shallow(after));
        const around = isKey ? { before, [text]: 0, after } : [before, { x: text }, after];
        const json = `${'[{"x":'.repeat(depth)}${JSON.stringify(around)}${'}]'.repeat(depth)}`;
        expect(() => read(json)).toThrow('unpaired surrogate');
      }),
    );
  });

  test('everything that JSON.parse rejects, and throws only its own error', () => {
    const texts = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ u01e-.tfn\n') }),
      values.map((value) => JSON.stringify(value).slice(0, -1)),
      values.map((value) => `${JSON.stringify(value)},`),
    );
    checkProperty(
      fc.property(texts, (json) => {
        if (isJson(json)) return;
        expect(() => read(json)).toThrow(ApiError);
      }),
      { numRuns: 500 },
    );
  });

  test('any bytes with its own error, or parses them', () => {
    checkProperty(
      fc.property(fc.uint8Array({ maxLength: 50 }), (raw) => {
        try {
          readJsonText(raw, BOUNDS);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['no text', '', 'not valid JSON'],
    ['a key twice', '{"a":1,"a":1}', 'duplicate field "a"'],
    ['a key twice, once escaped', '{"a":1,"\\u0061":1}', 'duplicate field "a"'],
    ['an empty key twice', '{"":1,"":1}', 'duplicate field ""'],
    ['a key twice in a list', '[[{"b":{"a":1,"c":[],"a":1}}]]', 'duplicate field "a"'],
    ['a key twice around an object that has it', '{"a":{"a":1},"a":2}', 'duplicate field "a"'],
    ['the first half of a surrogate pair', '["\\ud83d"]', 'surrogate'],
    ['the second half of one', '["\\ude00x"]', 'surrogate'],
    ['halves in the wrong order', '["\\ude00\\ud83d"]', 'surrogate'],
    ['half a surrogate pair beside a whole one', '["\\ud83d\\ude00\\ud83d"]', 'surrogate'],
    ['half a surrogate pair after an escaped backslash', '["\\\\\\ud83d"]', 'surrogate'],
    ['half a surrogate pair in a key', '{"\\ud83d":1}', 'surrogate'],
  ])('%s', (_, json, word) => {
    expect(() => read(json)).toThrow(ApiError);
    expect(() => read(json)).toThrow(word);
  });

  test.each([
    ['an invalid byte', [0x22, 0xff, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate in three bytes', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a truncated character', [0x22, 0xf0, 0x9f, 0x98, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x31, 0x00]],
  ])('bytes that are not UTF-8: %s', (_, raw) => {
    expect(() => readJsonText(new Uint8Array(raw), BOUNDS)).toThrow('not valid UTF-8');
  });
});

describe('counts before parsing', () => {
  const within = (text: string, bounds: JsonBounds) => () => readJsonText(bytes(text), bounds);
  const list = (count: number, item = '1') => `[${Array(count).fill(item).join(',')}]`;

  test.each([
    ['numbers', list(11)],
    ['lists', list(6, '[]')],
    ['objects', list(6, '{}')],
    ['members', `{${Array(11).fill('"a":1').join(',')}}`],
    ['strings that contain brackets and quotes', list(11, '"\\"[{\\\\"')],
    ['numbers in invalid JSON', list(11).slice(0, -1)],
  ])('%s, and rejects too many', (_, text) => {
    expect(within(text, { values: 10 })).toThrow('the body has more than 10 values');
    expect(within(text, { values: 9 })).toThrow(ApiError);
  });

  test('numbers, and names the option that allows more', () => {
    const advice = 'the body has more than 10 values; a higher --body-limit allows more';
    expect(within(list(11), { values: 10 })).toThrow(expect.objectContaining({ advice }));
  });

  test('values up to the limit', () => {
    for (const text of [list(10), list(5, '[]'), list(5, '{}'), '{"[,{":1}', list(10, '",[{\\""')]) {
      expect(within(text, { values: 10 })()).toEqual(JSON.parse(text));
    }
  });

  test('levels, also of invalid JSON', () => {
    expect(within('['.repeat(MAX_JSON_DEPTH + 1), BOUNDS)).toThrow('nested deeper than 100 levels');
    expect(within('['.repeat(MAX_JSON_DEPTH), BOUNDS)).toThrow('not valid JSON');
    expect(within(`${']'.repeat(MAX_JSON_DEPTH)}${'['.repeat(MAX_JSON_DEPTH + 1)}`, BOUNDS)).toThrow('nested deeper');
    expect(within(`"${'['.repeat(MAX_JSON_DEPTH + 1)}"`, BOUNDS)()).toHaveLength(MAX_JSON_DEPTH + 1);
  });

  test('the bytes of a key', () => {
    const named = (length: number) => `[{"a":1},{"${'é'.repeat(length / 2)}":"${'x'.repeat(10_000)}"}]`;
    expect(within(named(4096), BOUNDS)).not.toThrow();
    expect(within(named(4098), BOUNDS)).toThrow('a property name in the body has more than 4096 bytes');
  });

  test('different keys, at most one for ten values', () => {
    const objects = (count: number, name: (at: number) => string) =>
      `[${Array.from({ length: count }, (_, at) => `{"${name(at)}":1}`).join(',')}]`;
    const bounds = { values: 100_000 };
    expect(within(objects(20_000, String), bounds)).toThrow('more than 10000 different property names');
    expect(within(objects(9000, String), bounds)()).toHaveLength(9000);
    expect(
      within(
        objects(20_000, (at) => `${at % 10}`),
        bounds,
      )(),
    ).toHaveLength(20_000);
  });

  test.each([
    ['a list', { type: 'array', maxItems: 3 }, (items: string) => items],
    ['a list in a property', { properties: { a: { maxItems: 3 } } }, (items: string) => `{"b":[1,2],"a":${items}}`],
    ['the first list in a list', { items: { maxItems: 3 } }, (items: string) => `[${items}]`],
    ['another list in a list', { items: { maxItems: 3 } }, (items: string) => `[[],[],${items}]`],
    [
      'a list in objects of a list',
      { items: { properties: { a: { maxItems: 3 } } } },
      (items: string) => `[{},{"a":${items}}]`,
    ],
    ['a list behind a reference', { $ref: '#/Node' }, (items: string) => `{"few":${items}}`],
    ['a list in allOf', { allOf: [{}, { properties: { a: { maxItems: 3 } } }] }, (items: string) => `{"a":${items}}`],
    [
      'a list with an escaped key',
      { properties: { '"\\': { maxItems: 3 } } },
      (items: string) => `{"\\"\\\\":${items}}`,
    ],
  ])('the items of %s, and rejects far more than its schema allows', (_, schema, around) => {
    const bounds = { ...BOUNDS, lists: listBoundsOf(schema, REFERENCES) };
    const text = around(list(1004));
    expect(within(text, bounds)).toThrow('an array in the body has more than 1003 items; the maximum is 3');
    // Smaller excesses are reported with all other errors.
    expect(within(around(list(1003)), bounds)()).toEqual(JSON.parse(around(list(1003))));
    // Brackets and quotes in strings are not items.
    expect(within(around(list(100, '"],[\\",{"')), bounds)).not.toThrow();
  });

  test('the items of a list deeper than the call stack', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => [
      `S${at}`,
      { properties: { a: { $ref: `#/S${at + 1}` } } },
    ]);
    const references = createReferences({ ...Object.fromEntries(chain), S20000: { maxItems: 3 } });
    let bounds = listBoundsOf({ $ref: '#/S0' } as never, references);
    for (let level = 0; level < 20_000; level += 1) bounds = bounds?.members[0]?.bounds;
    expect(bounds?.most).toBe(3);
  });

  test('no items if the schema has no limit, or is recursive', () => {
    const bounds = { ...BOUNDS, lists: listBoundsOf(NODE, REFERENCES) };
    expect(within(`{"children":${list(5000, '{}')}}`, bounds)).not.toThrow();
    expect(within(`{"few":${list(5000)}}`, bounds)).toThrow(ApiError);
    expect(listBoundsOf({ properties: { a: { items: {} } } }, REFERENCES)).toBeUndefined();
    const object = `{${Array.from({ length: 2000 }, (_, at) => `"${at}":1`).join(',')}}`;
    expect(within(object, { ...BOUNDS, lists: listBoundsOf({ maxItems: 3 }, REFERENCES) })).not.toThrow();
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a value is flat enough for the levels around it. */
function shallow(value: unknown, room = 50): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return room > 0 && Object.values(value).every((inner) => shallow(inner, room - 1));
}
