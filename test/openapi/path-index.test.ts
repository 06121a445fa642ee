// Paths are found by their segments, as a regular expression for each template would find them.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPathIndex } from '../../src/openapi/path-index.ts';

/** What stands at a path, with the values in it, most specific first. */
function found(templates: readonly string[], path: string): readonly (readonly [string, readonly string[]])[] {
  const index = createPathIndex(templates.map((template) => [template, template]));
  return [...index.find(path)].map(({ entry, texts }) => [entry, texts]);
}

/** The same, slowly: every template is tried. */
function foundSlowly(templates: readonly string[], path: string): readonly (readonly [string, readonly string[]])[] {
  const literal = (template: string) => template.replace(/\{[^}]+\}/g, '');
  return templates
    .flatMap((template) => {
      const pieces = template.split(/\{[^}]+\}/).map((text) => text.replace(/[^a-z0-9/]/g, '\\$&'));
      const match = new RegExp(`^${pieces.join('([^/]+)')}$`).exec(path);
      return match ? [[template, match.slice(1)] as const] : [];
    })
    .sort(([one], [other]) => literal(other).length - literal(one).length);
}

describe('the index of paths', () => {
  test.each<[string, string, readonly (readonly [string, readonly string[]])[]]>([
    ['a path without values', '/pets', [['/pets', []]]],
    ['a value', '/pets/7', [['/pets/{id}', ['7']]]],
    [
      'a path without values before one with values',
      '/pets/mine',
      [
        ['/pets/mine', []],
        ['/pets/{id}', ['mine']],
      ],
    ],
    [
      'a value with text behind it before a value alone',
      '/pets/7:feed',
      [
        ['/pets/{id}:feed', ['7']],
        ['/pets/{id}', ['7:feed']],
      ],
    ],
    ['two values in one segment', '/flights/bern-oslo-1', [['/flights/{from}-{to}', ['bern-oslo', '1']]]],
    ['nothing for an empty value', '/pets/', []],
    ['nothing for a slash too many', '/pets//', []],
    ['nothing for a path that goes on', '/pets/7/8', []],
    ['nothing for a path that ends early', '/flights', []],
    ['nothing for a name that every object has', '/__proto__', []],
    ['a value as sent', '/pets/%C3%A9%2F', [['/pets/{id}', ['%C3%A9%2F']]]],
  ])('finds %s', (_, path, expected) => {
    const templates = ['/pets/{id}', '/pets', '/pets/mine', '/pets/{id}:feed', '/flights/{from}-{to}'];
    expect(found(templates, path)).toEqual(expected);
  });

  test('finds what a regular expression for each template finds, in the order of how much of a path a template spells out', () => {
    const segment = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('', 'a', 'b', 'ab', 'a.b', '(a|b)', 'constructor') },
      { weight: 2, arbitrary: fc.constantFrom('{x}', '{y}') },
      fc.constantFrom('{x}:a', 'a{x}', '{x}-{y}', '{x}{y}', '{x}.b', 'a-{y}.b'),
    );
    const template = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
    const sent = fc.oneof(
      fc.constantFrom('', 'a', 'b', 'ab', 'a.b', 'a:a', 'a-b', 'a-b.b', 'a-a-b', '{x}', 'a\nb', '%'),
      fc.string({ maxLength: 4 }).filter((text) => !text.includes('/')),
    );
    const path = fc.array(sent, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
    fc.assert(
      fc.property(fc.uniqueArray(template, { maxLength: 12 }), path, (templates, one) => {
        expect(found(templates, one)).toEqual(foundSlowly(templates, one));
      }),
      { numRuns: 2000 },
    );
  });
});
