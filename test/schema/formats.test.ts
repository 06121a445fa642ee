// The number formats of protobuf and OpenAPI: their bounds, and nothing but plain decimal texts.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../src/schema/check.ts';

function isAllowed(format: string, value: unknown): boolean {
  const type = format.endsWith('64') ? 'string' : 'number';
  return compileSchema({ type, format })(value).length === 0;
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
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), (number) => {
        expect(isAllowed(format, String(number))).toBe(number >= minimum && number <= maximum);
      }),
    );
  });

  test.each(['int64', 'uint64'])(
    '%s allows no text that BigInt reads as something else, and none it cannot read',
    (format) => {
      fc.assert(
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
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double({ noNaN: true })), (number) => {
        const isWithin = Number.isInteger(number) && number >= minimum && number <= maximum;
        expect(isAllowed(format, number)).toBe(isWithin);
      }),
    );
  });
});

describe('a format', () => {
  test('that nobody knows is an annotation', () => {
    expect(compileSchema({ type: 'string', format: 'moon-phase' })('anything')).toEqual([]);
  });

  test.each([
    ['date-time', '2026-11-21T09:00:00Z', true],
    ['date-time', '2026-11-21', false],
    ['email', 'nobody@murmeltal.example', true],
    ['email', 'nobody', false],
  ])('%s allows "%s": %s', (format, text, expected) => {
    expect(compileSchema({ type: 'string', format })(text).length === 0).toBe(expected);
  });
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

  test('is recognised in time that grows with its length only', () => {
    expect(isUrl(`http://${':'.repeat(300_000)}`)).toBe(false);
  });
});
