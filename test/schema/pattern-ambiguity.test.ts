// Patterns with exponential time, and harmless ones that look similar.

import { describe, expect, test } from 'vitest';
import { isExponential } from '../../src/schema/pattern-ambiguity.ts';

describe('a pattern takes exponential time', () => {
  test.each([
    '^(a+)+$',
    '^(a*)*$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^([a-z]+\\.?)+@x$',
    '^(\\d|[0-5])*z',
    '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$',
    '(x+x+)+y',
    '^(?:\\w+\\s?)*$',
    '^(a?b?)*c$',
    '^((ab)*)*$',
  ])('%s', (pattern) => {
    expect(isExponential(pattern)).toBe(true);
  });

  test.each([
    '^a+$',
    '^(a{1,5}){2,9}$',
    '^(a|b)*$',
    '^([a-z]|[0-9])+$',
    '^[a-z]+(-[a-z]+)*$',
    '^(\\d{3},)*\\d{3}$',
    '^(?:[a-z0-9]+\\.)+[a-z]+$',
    '^(a+b)+$',
    '^(0|[1-9][0-9]{0,19})$',
    '^(?!x)[a-z]*$',
    '(a+)+',
    '^(GET|PUT|POST)(,(GET|PUT|POST))*$',
    '^.*a.*b.*$',
  ])('but not %s', (pattern) => {
    expect(isExponential(pattern)).toBe(false);
  });
});
