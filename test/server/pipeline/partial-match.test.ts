// Path templates, compared with a simple implementation by segments.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesPath } from '../../../src/server/pipeline/request-log/partial-match.ts';
import { checkProperty } from '../../support/runs.ts';

/** The same, with each segment as a list. */
function model(form: string, path: string): boolean {
  const [wanted, segments] = [form.split('/'), path.split('/')];
  const isOpen = wanted.at(-1) === '**';
  if (isOpen) wanted.pop();
  if (isOpen ? segments.length < wanted.length : segments.length !== wanted.length) return false;
  return wanted.every((one, at) => one === '*' || one === segments[at]);
}

test.each([
  ['/pets/*', '/pets/7', true],
  ['/pets/*', '/pets', false],
  ['/pets/*', '/pets/7/visits', false],
  ['/pets/**', '/pets', true],
  ['/pets/**', '/pets/7/visits', true],
  ['/**/visits', '/pets/visits', false],
  ['**', '/', true],
  ['/pets/', '/pets', false],
])('%s matches the path %s: %s', (form, path, expected) => {
  expect(matchesPath(form, path)).toBe(expected);
});

test('any path matches a template exactly if its segments do', () => {
  const segments = fc
    .array(fc.constantFrom('', 'a', 'b', 'a*', '*', '**'), { maxLength: 5 })
    .map((all) => all.join('/'));
  checkProperty(
    fc.property(segments, segments, (form, path) => matchesPath(form, path) === model(form, path)),
    {
      numRuns: 2000,
    },
  );
});
