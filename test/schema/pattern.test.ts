// Patterns of several dialects, in linear time.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPattern } from '../../src/schema/pattern.ts';
import { estimatePatternCost } from '../../src/schema/pattern-cost.ts';
import { checkProperty } from '../support/runs.ts';

describe('a pattern', () => {
  test.each([
    ['^[a-z]+$', 'abc', true],
    ['^[a-z]+$', 'abc1', false],
    ['b', 'abc', true],
    ['^.$', '😀', true],
    ['^\\p{Lu}', 'Ünsal', true],
    // Valid without the flag `u` only.
    ['^\\_\\@\\-$', '_@-', true],
    ['^[\\w-.]+$', 'a-b.c', true],
    // Perl and related dialects.
    ['(?i)^abc$', 'ABC', true],
    ['\\Aabc\\z', 'abc', true],
    ['\\Aabc\\z', 'xabc', false],
    ['\\Aabc\\Z', 'abc', true],
    ['\\Aabc\\Z', 'abc\n', true],
    ['\\Aabc\\Z', 'abcd', false],
    ['^[[:alpha:]]+$', 'abc', true],
    ['^[[:alpha:]]+$', 'ab1', false],
    ['(?P<year>\\d{4})', 'in 2026', true],
    // With the slashes of other languages.
    ['/^[0-9]{5}$/', '12345', true],
    ['/^[0-9]{5}$/', '123456', false],
    ['/^3[A-Z]{3,}$/i', '3abc', true],
    ['/^3[A-Z]{3,}$/i', '4abc', false],
    ['/^(?=.*\\d)[a-z\\d]{8,64}$/', 'abcdefg1', true],
    ['/pub/[a-z]+/answer', '/pub/x/answer', true],
    // More than linear, so evaluated by RE2 with the meaning of ECMAScript.
    ['^(a+)+$', 'aaa', true],
    ['^(a+)+$', 'aab', false],
    ['^(\\s+x)+$', '\u00a0x\u2003x', true],
    ['^(.+x)+$', '\rx', false],
    ['^([^\\S]+x)+$', '\ufeffx', true],
    ['^([\\u0041-\\u{43}]+-)+$', 'ABC-', true],
    ['^([^]+x)+$', '\nx', true],
    ['^(\\/[a-z]+)*$', '/a/b', true],
    ['^(?<part>[a-z]+\\.)+$', 'a.b.', true],
    ['^([\\b[]+x)+$', '[x', true],
    ['^(\\cJ+x)+$', '\nx', true],
  ])('%s and %j: %s', (source, text, expected) => {
    const pattern = createPattern(source);
    expect(pattern.test(text)).toBe(expected);
    expect(pattern.notEnforced).toBeUndefined();
  });

  test.each([
    ['a{2', false],
    ['(a+)+\\1$', true],
    ['(unclosed', true],
    ['(?>atomic)+', true],
    ['a++', true],
    [`${'(a?)'.repeat(30)}\\1`, true],
    ['('.repeat(20_000) + ')'.repeat(20_000), true],
    ['('.repeat(2000) + ')'.repeat(2000), true],
    ['('.repeat(301) + ')'.repeat(301), true],
    ['('.repeat(300) + ')'.repeat(300), false],
    ['a'.repeat(5001), true],
    // Without the backreference, other texts would match.
    ['^(?:(?<quote>[\'"])a+\\k<quote>)+$', true],
  ])('%s is not enforced: %s', (source, expected) => {
    expect(createPattern(source).notEnforced !== undefined).toBe(expected);
    expect(createPattern(source).test('')).toBe(source !== 'a{2');
  });

  test.each([
    // Lookaheads are not retried, so this is linear in JavaScript.
    ['^(?=.*[A-Z])(?=.*\\d).+$', 'Secret1', 'a'.repeat(90_000)],
    ['(?=.*[A-Z])(?=.*\\d).{3,}', 'Secret1', 'a'.repeat(90_000)],
    ['^(?=.*\\S.*)[^\\x00-\\x1f]{1,255}$', 'a text', 'a'.repeat(90_000)],
    ['^(?:(?!-)[a-z-]{1,15}(?<!-)\\.)+[a-z]{2,}$', 'a-b.example.com', `${'a'.repeat(90_000)}.`],
    [`${'(a?)'.repeat(30)}(?=b)`, 'ab', 'a'.repeat(90_000)],
    ['^(?!([0-9])\\1+$)[0-9]{9,}$', '123456789', '1'.repeat(90_000)],
  ])('%s with lookaround is evaluated for long texts', (source, valid, invalid) => {
    const pattern = createPattern(source);
    expect([pattern.notEnforced, pattern.test(valid), pattern.test(invalid)]).toEqual([undefined, true, false]);
  });

  test('with a backreference that may be long is evaluated for short texts', () => {
    const pattern = createPattern('^(.*)-\\1$');
    expect([pattern.test('ab-ab'), pattern.test('ab-ba'), pattern.test('a'.repeat(200_000))]).toEqual([
      true,
      false,
      true,
    ]);
    expect(pattern.notEnforced).toMatch('texts of at most 1000 characters');
  });

  test('that is too expensive for RE2 is evaluated for short texts', () => {
    const pattern = createPattern('^(?:x{1,30}y?){1,30}$');
    expect([pattern.test('x'), pattern.test('!'), pattern.test('!'.repeat(100_000))]).toEqual([true, false, true]);
    expect(pattern.notEnforced).toMatch(/texts of at most \d+ characters/);
  });

  test('matches the same in both engines', () => {
    const piece = fc.constantFrom(
      'a',
      '.',
      '\\s',
      '\\S',
      '\\d',
      '\\w',
      '[a-c]',
      '[^a]',
      '[\\s-]',
      '(?:a|b)',
      '\\x61',
      '\\u00e9',
      '^',
      '$',
      '\\b',
    );
    const repeated = fc
      .tuple(piece, fc.constantFrom('', '?', '{1,2}'))
      .map(([one, many]) => (/[\^$b]$/.test(one) ? one : one + many));
    const source = fc.array(repeated, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '\n', '\u2028', '\u00a0', 'é', '1', '-', '😀'),
      maxLength: 8,
    });
    checkProperty(
      fc.property(source, text, (one, given) => {
        // The second form is expensive, so RE2 runs it.
        const costly = `(?:${one}|(?:(?:x+)+y){0,5}z)`;
        expect(estimatePatternCost(costly).factor).toBe(Number.POSITIVE_INFINITY);
        expect(createPattern(costly).test(given)).toBe(new RegExp(costly, 'u').test(given));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the cost of a pattern', () => {
  test.each([
    ['^abc$', 1, 0],
    ['^[a-z]{1,64}$', 64, 0],
    ['^a+$', 1, 1],
    ['a+$', 1, 2],
    ['^a*b*c*', 1, 3],
    ['^(a|b)c?', 4, 0],
    ['^a|^b', 2, 0],
    ['^(a+)+$', Number.POSITIVE_INFINITY, 1],
    ['^(a|b)*$', Number.POSITIVE_INFINITY, 0],
    ['^(?:ab)*$', 1, 1],
    ['^(a?){3}$', 8, 0],
    ['^(a*){3}$', 1, 3],
    ['^a{2,}$', 1, 1],
    ['^\\(*[(*]*$', 1, 2],
    ['^(a)\\1$', 1, 0],
    ['^(a+)\\1$', 1, 2],
    ['^(?<one>a)\\k<one>$', 1, 0],
    ['^(?=.*a)(?=.*b).*$', 3, 1],
    ['^.*(?=.*a)b$', 2, 2],
    ['^(?:(?!ab).)*$', 1, 1],
    ['^a|b+', 2, 2],
  ])('%s: %d times the length to the power of %d', (source, factor, degree) => {
    expect(estimatePatternCost(source)).toMatchObject({ factor, degree });
  });
});

/** Expressions with polynomial or exponential time, with a text that shows it. */
const CATASTROPHES: readonly (readonly [string, string])[] = [
  ['^(a+)+$', 'a'],
  ['^(a|a)*$', 'a'],
  ['^(a|aa)+$', 'a'],
  ['(.*)*x', 'a'],
  ['^(\\w+\\s?)*$', 'a'],
  ['^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@)$', 'a'],
  ['\\s+$', ' '],
  ['a*a*a*a*a*b', 'a'],
  [`${'a?'.repeat(40)}${'a'.repeat(40)}b`, 'a'],
  ['^(?=(a+)+$)', 'a'],
  ['^(?:(a+)\\1*)+$', 'a'],
  ['(x+x+)+y', 'x'],
  ['(x{1,30}){1,30}y', 'x'],
  ['^(x?){900}y', 'x'],
];

test.each(CATASTROPHES)('evaluates an expensive pattern in bounded time: %s', (source, unit) => {
  const used = process.cpuUsage();
  for (const length of [40, 1000, 200_000]) createPattern(source).test(`${unit.repeat(length)}!`);
  // CPU time in microseconds; the shortest of these texts would take years.
  expect(process.cpuUsage(used).user).toBeLessThan(5_000_000);
});
