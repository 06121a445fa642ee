// Expressions with lookaround, compared with JavaScript's engine.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExpression } from '../../src/schema/lookaround/expression.ts';
import { createLookaroundPattern } from '../../src/schema/lookaround/lookaround-pattern.ts';
import { longestText } from '../../src/schema/lookaround/text-lengths.ts';
import { checkProperty } from '../support/runs.ts';

const pieces = ['a', 'b', '.', '\\d', '\\w', '[a-c]', '[^a]', '^', '$', '\\b', '\\B', '\\s', '1', '-', '😀', '\\u00e9'];
const { source } = fc.letrec<{ source: string }>((tie) => ({
  source: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: fc.constantFrom(...pieces) },
    { weight: 2, arbitrary: fc.array(tie('source'), { minLength: 1, maxLength: 4 }).map((all) => all.join('')) },
    { weight: 1, arbitrary: fc.tuple(tie('source'), tie('source')).map(([one, other]) => `(?:${one}|${other})`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('source'), fc.constantFrom('*', '+', '?', '{1,2}', '{2}', '{0,3}?'))
        .map(([one, quantifier]) => `(?:${one})${quantifier}`),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!', '('), tie('source'))
        .map(([opening, one]) => `${opening}${one})`),
    },
  ),
}));
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '-', ' ', '\n', 'é', '\u2028'), maxLength: 8 });

test('matches the same texts as the engine of JavaScript', () => {
  checkProperty(
    fc.property(source, text, fc.constantFrom('u', '', 'i', 'ui'), (one, given, flags) => {
      expect(createLookaroundPattern(one, flags)?.test(given)).toBe(new RegExp(one, flags).test(given));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['^(?=.$)', 'u', '😀', true],
  ['^(?=.$)', '', '😀', false],
  ['^(?=..$)😀', '', '😀', true],
  ['(?=[😀])', '', '\ud83d', true],
  ['^(?=a{2)', '', 'a{2', true],
  ['^(?=])', '', ']', true],
  ['^(?!A)', 'ui', 'a', false],
  ['(?<![a-z]\\d)x', 'u', 'a1x', false],
  ['(?<=(?!b)[a-z]\\d)x', 'u', 'b1x', false],
])('%s with the flags "%s" and %j: %s', (one, flags, given, expected) => {
  expect(createLookaroundPattern(one, flags)?.test(given)).toBe(expected);
});

test.each([
  ['a backreference', '(a)(?=\\1)'],
  ['a named backreference', '(?<a>a)(?=\\k<a>)'],
  ['a group with modifiers', '(?i:a)(?=b)'],
  ['an invalid expression', '(?=a'],
  ['too many states', '(?=(?:a{100}){101})'],
])('%s is not supported', (_, one) => {
  expect(createLookaroundPattern(one, 'u')).toBeUndefined();
});

describe('the longest text', () => {
  test.each([
    ['^(?=.*a)b{1,63}$', 63],
    ['^(?=.{1,253}$)(?:a+\\.)+$', 253],
    ['(?=^.{3,63}$)(^[a-z.]*$)', 63],
    ['^(?:a{5}|(?!b)b{7})$', 7],
    ['(^(?:ab){2}$|^(?=c)c$)', 4],
    ['^a{5}', Number.POSITIVE_INFINITY],
    ['a{5}$', Number.POSITIVE_INFINITY],
    ['^a(?=.{5}$)', Number.POSITIVE_INFINITY],
    ['^(?!.{5}$)a*$', Number.POSITIVE_INFINITY],
    ['^(?:(?!a))*$', 0],
  ])('of %s has %d characters', (one, longest) => {
    const expression = parseExpression(one, 'u');
    expect(expression && longestText(expression.whole)).toBe(longest);
  });
});
