// JSON with numbers of any size: parsed and written with all digits.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson, stepsOutOfRange } from '../../../src/schema/json/parse-json.ts';
import { stringifyJson } from '../../../src/schema/json/stringify-json.ts';
import { checkProperty } from '../../support/runs.ts';

describe('a number', () => {
  test.each<[string, number | bigint, string?]>([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['1234567890123456789', 1234567890123456789n],
    ['9223372036854775807', 9223372036854775807n],
    ['9223372036854775808', 9223372036854775808n],
    ['-9223372036854775808', -9223372036854775808n],
    ['18446744073709551615', 18446744073709551615n],
    ['123456789012345678901234567890', 123456789012345678901234567890n],
    ['100000000000000000000', 100000000000000000000],
    ['1e21', 1e21, '1e+21'],
    ['6.02e23', 6.02e23, '6.02e+23'],
    ['1234567890123456789.0', 1234567890123456789n, '1234567890123456789'],
    ['12345678901234567890e-1', 1234567890123456789n, '1234567890123456789'],
    ['0.1234567890123456789', 0.12345678901234568, '0.12345678901234568'],
    ['1234567890123456789.5', 1234567890123456800, '1234567890123456800'],
    ['1.7976931348623157e308', 1.7976931348623157e308, '1.7976931348623157e+308'],
    ['1e-400', 0, '0'],
  ])('%s is %d', (text, value, written = text) => {
    expect(parseJson(text)).toBe(value);
    expect(parseJson(`{"a":[{"b":${text}}],"c":"${text}"}`)).toEqual({ a: [{ b: value }], c: text });
    expect(stringifyJson({ a: [{ b: value }], c: text })).toBe(`{"a":[{"b":${written}}],"c":"${text}"}`);
  });

  test.each([
    ['{"a/b":[0,1e400]}', ['a/b', '1']],
    ['-1e309', []],
    [`[${'9'.repeat(310)}]`, ['0']],
  ])('beyond the range of a double is rejected: %s', (text, steps) => {
    const error = thrownBy(() => parseJson(text));
    expect(error).toBeInstanceOf(SyntaxError);
    expect(error).toMatchObject({ message: expect.stringContaining('is beyond ±1.8e308') });
    expect(stepsOutOfRange(error)).toEqual(steps);
  });
});

test('a number below 100,000 lists is exact', () => {
  const depth = 100_000;
  let inner = parseJson(`${'['.repeat(depth)}9007199254740993${']'.repeat(depth)}`);
  while (Array.isArray(inner)) [inner] = inner;
  expect(inner).toBe(9007199254740993n);
});

test('a number behind ten million escapes is exact', () => {
  const [, last] = parseJson(`["${'\\n'.repeat(10_000_000)}",9007199254740993]`) as readonly unknown[];
  expect(last).toBe(9007199254740993n);
});

test.each(['"\\\\"', '"\\""', '"a\\\\\\"9007199254740993"'])('the digits of the string %s are no number', (text) => {
  const string = JSON.parse(text);
  expect(parseJson(`[${text},9007199254740993,${text}]`)).toEqual([string, 9007199254740993n, string]);
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

const integers = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String);
/** JSON texts with integers of any size, and strings that look like them. */
const { texts } = fc.letrec<{ texts: string }>((tie) => ({
  texts: fc.oneof(
    { maxDepth: 4 },
    integers,
    integers.map((one) => JSON.stringify(`#"${one}\\`)),
    fc.string().map((one) => JSON.stringify(one)),
    fc.constantFrom('null', 'true', '0.5', '1e-7'),
    fc.array(tie('texts'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
    fc
      .uniqueArray(fc.tuple(fc.oneof(fc.string(), fc.constantFrom('__proto__', '#')), tie('texts')), {
        maxLength: 4,
        selector: ([name]) => name,
      })
      .map((members) => `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`),
  ),
}));

/** A text in which each integer is written as JavaScript writes it: as a double where that has the same value. */
const asWritten = (text: string) => stringifyJson(parseJson(text));

test('what was parsed is written, and parsed again', () => {
  checkProperty(
    fc.property(texts, (text) => {
      const written = asWritten(text);
      expect(asWritten(written)).toBe(written);
      const digits = (json: string) => [...json.matchAll(/\d{17,}/g)].map(([found]) => BigInt(found));
      if (!/e\+/.test(written)) expect(digits(written)).toEqual(digits(text));
      expect(JSON.parse(written)).toEqual(JSON.parse(text));
    }),
  );
});

test('values without such integers are those of JSON.parse and JSON.stringify', () => {
  checkProperty(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(parseJson(text)).toEqual(JSON.parse(text));
      expect(stringifyJson(value, undefined, indent)).toBe(text);
    }),
  );
});

test('long texts and deep values are parsed', () => {
  const long = `["${'x\\"'.repeat(2_000_000)}",1234567890123456789]`;
  expect((parseJson(long) as unknown[])[1]).toBe(1234567890123456789n);
  const deep = `${'['.repeat(1000)}1234567890123456789${']'.repeat(1000)}`;
  expect(stringifyJson(parseJson(deep))).toBe(deep);
});

describe('stringifyJson', () => {
  test('indents, and calls a replacer with each bigint', () => {
    expect(stringifyJson({ a: [1n], b: 2n ** 64n }, null, 2)).toBe(
      '{\n  "a": [\n    1\n  ],\n  "b": 18446744073709551616\n}',
    );
    const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
    expect(stringifyJson({ a: 2n ** 64n }, asText)).toBe('{"a":"18446744073709551616"}');
  });

  test('rejects a value that contains itself', () => {
    const value: unknown[] = [1n];
    value.push(value);
    expect(() => stringifyJson(value)).toThrow(TypeError);
  });

  test('writes numbers although a program has defined toJSON for them', () => {
    const prototype = BigInt.prototype as { toJSON?: unknown };
    prototype.toJSON = () => 'text';
    try {
      expect(stringifyJson({ a: 5n, b: new Date(0) })).toBe('{"a":5,"b":"1970-01-01T00:00:00.000Z"}');
    } finally {
      delete prototype.toJSON;
    }
  });
});
