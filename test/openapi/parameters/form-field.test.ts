// Search for one form field without parsing the others.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findFormField, isUrlEncodedForm } from '../../../src/openapi/parameters/form-fields.ts';
import { checkProperty } from '../../support/runs.ts';

const look = (form: string, name = 'a') => findFormField(Buffer.from(form), name);

describe('the field of a form', () => {
  test.each<[string, string | undefined]>([
    ['a=1', '1'],
    ['b=2&a=1&c=3', '1'],
    ['a=1&a=2', '1'],
    ['b=2&a', ''],
    ['a&b=2', ''],
    ['a=', ''],
    ['a=x%20y+z', 'x%20y+z'],
    ['aa=1', undefined],
    ['ba=1', undefined],
    ['ab=1', undefined],
    ['b=a=1', undefined],
    ['b=a', undefined],
    ['', undefined],
  ])('in %s is %j', (form, text) => {
    expect(look(form)).toBe(text);
  });

  test('equals that of a form parser for any form', () => {
    const word = fc.stringMatching(/^[ab]{1,3}$/);
    checkProperty(
      fc.property(fc.array(fc.tuple(word, word)), word, (fields, name) => {
        const expected = fields.find(([one]) => one === name)?.[1];
        expect(look(fields.map((pair) => pair.join('=')).join('&'), name)).toBe(expected);
      }),
    );
  });

  test('is searched with bounded effort', () => {
    expect(look(`${'xa'.repeat(2000)}&a=1`)).toBeUndefined();
  });
});

test.each([
  ['application/x-www-form-urlencoded', true],
  ['Application/X-WWW-Form-Urlencoded ; charset=utf-8', true],
  ['application/x-www-form-urlencoded-more', false],
  ['multipart/form-data', false],
  [undefined, false],
])('%s is a form without files: %s', (mediaType, expected) => {
  expect(isUrlEncodedForm(mediaType)).toBe(expected);
});
