// Formats: bounds of numbers, and plain decimal texts.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../src/schema/compile-schema.ts';
import { findFormat } from '../../src/schema/schema-formats.ts';
import { checkProperty } from '../support/runs.ts';

/** Compiled once: most tests validate many values. */
const checks = new Map<string, ReturnType<typeof compileSchema>>();

function isAllowed(format: string, value: unknown): boolean {
  const type = format.endsWith('64') ? 'string' : 'number';
  const check = checks.get(format) ?? compileSchema({ type, format });
  checks.set(format, check);
  return check(value).length === 0;
}

const BOUNDS = {
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
} as const;

describe('a 64-bit format', () => {
  test.each([
    ['int64', '9223372036854775807', true],
    ['int64', '9223372036854775808', false],
    ['int64', '-9223372036854775808', true],
    ['int64', '-9223372036854775809', false],
    ['uint64', '18446744073709551615', true],
    ['uint64', '18446744073709551616', false],
    ['uint64', '-1', false],
    ['int64', '0', true],
    ['int64', '-0', false],
    ['int64', '01', false],
    ['int64', '+1', false],
    ['int64', '1.0', false],
    ['int64', '1e3', false],
    ['int64', '0x10', false],
    ['int64', '1_000', false],
    ['int64', ' 1', false],
    ['int64', '1\n', false],
    ['int64', '', false],
    ['int64', '٣', false],
    ['uint64', '9'.repeat(1000), false],
  ])('%s allows "%s": %s', (format, text, expected) => {
    expect(isAllowed(format, text)).toBe(expected);
  });

  test.each(['int64', 'uint64'] as const)('%s allows exactly the integers between its bounds', (format) => {
    const [minimum, maximum] = BOUNDS[format];
    checkProperty(
      fc.property(fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), (number) => {
        expect(isAllowed(format, String(number))).toBe(number >= minimum && number <= maximum);
      }),
    );
  });

  test.each(['int64', 'uint64'])(
    '%s allows no text that BigInt reads as something else, and none it cannot read',
    (format) => {
      checkProperty(
        fc.property(fc.string({ unit: fc.constantFrom('0', '1', '9', '-', '.', ' ', 'e', 'x') }), (text) => {
          if (isAllowed(format, text)) expect(String(BigInt(text))).toBe(text);
        }),
      );
    },
  );
});

describe('a 32-bit format', () => {
  test.each([
    ['int32', 2147483647, true],
    ['int32', 2147483648, false],
    ['int32', -2147483648, true],
    ['int32', -2147483649, false],
    ['int32', 0.5, false],
    ['int32', -0, true],
    ['uint32', 4294967295, true],
    ['uint32', 4294967296, false],
    ['uint32', -1, false],
    ['uint32', 0, true],
  ])('%s allows %d: %s', (format, number, expected) => {
    expect(isAllowed(format, number)).toBe(expected);
  });

  test.each(['int32', 'uint32'] as const)('%s allows exactly the integers between its bounds', (format) => {
    const [minimum, maximum] = BOUNDS[format];
    checkProperty(
      fc.property(fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double({ noNaN: true })), (number) => {
        const isWithin = Number.isInteger(number) && number >= minimum && number <= maximum;
        expect(isAllowed(format, number)).toBe(isWithin);
      }),
    );
  });
});

describe('a format', () => {
  test('that is unknown is an annotation', () => {
    expect(compileSchema({ type: 'string', format: 'moon-phase' })('anything')).toEqual([]);
  });

  test.each([
    ['date-time', '2026-11-21T09:00:00Z', true],
    ['date-time', '2026-11-21', false],
    ['email', 'nobody@murmeltal.example', true],
    ['email', 'nobody', false],
    ['google-datetime', '2026-11-21T09:00:00.123456789Z', true],
    ['google-datetime', 'yesterday', false],
    ['google-duration', '3.5s', true],
    ['google-duration', '-1s', true],
    ['google-duration', '3.5', false],
    ['google-fieldmask', 'a,b.c', true],
  ])('%s allows "%s": %s', (format, text, expected) => {
    expect(compileSchema({ type: 'string', format })(text).length === 0).toBe(expected);
  });

  test('date-time rejects an invalid text each time', () => {
    const check = compileSchema({ type: 'string', format: 'date-time' });
    expect([1, 2].map(() => check('2026-13-01T00:00:00Z').length)).toEqual([1, 1]);
  });
});

test.each([
  [1_763_715_600, true],
  [-1, true],
  [0.5, false],
])('unix-time allows %d: %s', (number, expected) => {
  expect(isAllowed('unix-time', number)).toBe(expected);
});

describe('a url', () => {
  const isUrl = (text: string) => compileSchema({ type: 'string', format: 'url' })(text).length === 0;

  test.each([
    ['http://example.com', true],
    ['https://user:word@example.com:8080/a/b?c=d#e', true],
    ['ftp://example.com/file', true],
    ['HTTP://127.0.0.1/', true],
    ['https://münchen.example/straße', true],
    ['example.com', false],
    ['//example.com', false],
    ['mailto:a@example.com', false],
    ['https://', false],
    ['https://exa mple.com', false],
    [' https://example.com', false],
    ['https://example.com:port', false],
    ['', false],
  ])('"%s": %s', (text, expected) => {
    expect(isUrl(text)).toBe(expected);
  });

  test('is validated in linear time', () => {
    expect(isUrl(`http://${':'.repeat(300_000)}`)).toBe(false);
  });
});

describe('a format of the registry', () => {
  test.each([
    ['int8', [-128, 127, 0], [128, -129, 0.5]],
    ['int16', [-32768, 32767], [32768]],
    ['uint8', [0, 255], [-1, 256]],
    ['uint16', [65535], [65536]],
    ['int64', [2 ** 53, -(2 ** 63), '12'], [2 ** 64, 0.5, 'x']],
    ['uint64', [0, 2 ** 63, '12'], [-1, '-1']],
    ['double-int', [2 ** 53 - 1], [2 ** 53, 0.5]],
    ['float', [3.4e38, 0.1], [3.5e38]],
    ['double', [1e308], []],
    ['decimal', ['1.50', '-7', '1e3', 5], ['1,5', '', '.']],
    ['decimal128', ['NaN', '-Infinity', '1.5'], ['nan']],
    ['unixtime', [0, 1.5], []],
    ['date', ['2024-02-29'], ['2023-02-29', '2024-2-1']],
    [
      'date-time-local',
      ['2024-02-29T10:00:00', '2024-02-29T10:00:00.5'],
      ['2024-02-29T10:00:00Z', '2024-02-29T10:00:00-02:00', '2024-02-29'],
    ],
    ['time', ['10:00:00Z', '10:00:00+02:00'], ['10:00:00', '25:00:00Z']],
    ['time-local', ['10:00:00'], ['10:00:00Z', '10:00:00-02:00']],
    ['duration', ['P1DT2H'], ['1D', 'P']],
    ['http-date', ['Sun, 06 Nov 1994 08:49:37 GMT'], ['Mon, 06 Nov 1994 08:49:37 GMT', '1994-11-06']],
    ['idn-email', ['müller@bücher.example', 'a@b.example'], ['müller', '@b.example', 'a b@c.example']],
    ['hostname', ['a.example'], ['a_b.example', '-a']],
    ['idn-hostname', ['bücher.example'], ['bü cher.example', '']],
    ['ipv4', ['127.0.0.1'], ['256.0.0.1']],
    ['ipv6', ['::1'], ['1']],
    ['uri', ['https://a.example/b'], ['/b', 'https://a.example/ü']],
    ['uri-reference', ['/b'], ['/ü', '\\\\a']],
    ['uri-template', ['/a/{b}'], ['/a/{b']],
    ['iri', ['https://a.example/ü😀'], ['/ü', 'https://a.example/ü ']],
    ['iri-reference', ['/ü'], ['\\ü']],
    ['uuid', ['2eb8aa08-aa98-11ea-b4aa-73b441d16380'], ['2eb8aa08']],
    ['json-pointer', ['/a~1b', ''], ['a', '/~2']],
    ['relative-json-pointer', ['1/a', '0#'], ['/a']],
    ['regex', ['^a+$'], ['(']],
    ['byte', ['aGk=', ''], ['aGk', 'a-_=', 'aGk=\n']],
    ['base64url', ['a-_k', 'aGk', 'aGk='], ['a+/k', 'a']],
    ['char', ['a', '😀', '\n'], ['ab', '']],
    ['media-range', ['text/html', 'text/*;q=0.5', '*/*'], ['text', '*/html;', 'text /html']],
    ['sf-integer', [1, '-12'], [1e15, '1.5']],
    ['sf-decimal', ['1.5', 2.5], ['1', '1.2345', 1e12]],
    ['sf-string', ['"a\\"b"'], ['a', '"a"b"']],
    ['sf-token', ['a/b:c', '*a'], ['1a', 'a b']],
    ['sf-binary', [':aGk=:'], ['aGk=', ':a:', 'xaGk=x']],
    ['sf-boolean', ['?1'], ['true', '?2']],
    ['password', ['', 'anything'], []],
    ['binary', ['anything'], []],
    ['commonmark', ['# anything'], []],
    ['html', ['<b'], []],
  ] as const)('%s allows what it is, and nothing else', (format, right, wrong) => {
    const isRight = (value: unknown) => compileSchema({ format })(value).length === 0;
    expect(right.filter((value) => !isRight(value))).toEqual([]);
    expect(wrong.filter((value) => isRight(value))).toEqual([]);
    expect(findFormat(format)).toBeDefined();
  });

  test.each(['date', 'int32', 'uuid', 'float'])('%s does not apply to values of other types', (format) => {
    const other = format === 'int32' || format === 'float' ? 'text' : 7;
    for (const value of [other, null, true, [], {}]) expect(compileSchema({ format })(value)).toEqual([]);
  });

  test.each(['moon-phase', 'constructor', '__proto__', ''])('"%s" is unknown', (format) => {
    expect(findFormat(format)).toBeUndefined();
    expect(compileSchema({ format })('anything')).toEqual([]);
  });

  const checks = [
    ...['uri', 'iri', 'email', 'idn-email', 'hostname', 'idn-hostname'],
    ...['uri-template', 'byte', 'media-range', 'decimal', 'sf-string'],
  ].map((format) => compileSchema({ format }));
  const long = (unit: string) => unit.repeat(200_000 / unit.length);
  test.each(['a', '1', ':', '/', 'a.', 'a-', '%41', '0:', '{a}', 'a@', 'ü'])(
    'is recognised in time that grows with the length of %s',
    (unit) => {
      const used = process.cpuUsage();
      for (const text of [`${long(unit)}!`, `http://${long(unit)}^`, `a@${long(unit)}!`])
        for (const check of checks) check(text);
      // CPU time in microseconds; quadratic time would be minutes.
      expect(process.cpuUsage(used).user).toBeLessThan(10_000_000);
    },
  );
});
