// Chains of ten thousand schemas.

import { expect, test } from 'vitest';
import { ref, sayingOf, text } from '../../support/schema-messages.ts';

test('rejects values of chains through ten thousand schemas', () => {
  const chain = Array.from({ length: 10_000 }, (_, index) => [`A${index}`, { allOf: [ref(`A${index + 1}`)] }]);
  const { says: errorsFor } = sayingOf({
    It: { properties: { a: ref('A0'), b: text } },
    ...Object.fromEntries(chain),
    A10000: text,
  });
  expect(errorsFor({ a: 1 })).toEqual(['resolves through too many schemas to be validated']);
  expect(errorsFor({ b: 1 })).toEqual(['/b must be string']);
});

test.each([
  ['nothing else', '3.0.3', {}, ['must be string']],
  ['siblings that OpenAPI 3.0 ignores', '3.0.3', { maxLength: 1 }, ['must be string']],
  ['a description beside them', '3.1.0', { description: 'Next.', 'x-next': true }, ['must be string']],
])('resolves ten thousand references with %s to the last one', (_, version, beside, expected) => {
  const chain = Array.from({ length: 10_000 }, (_, index) => [`A${index}`, { ...ref(`A${index + 1}`), ...beside }]);
  const { says: errorsFor } = sayingOf({ It: ref('A0'), ...Object.fromEntries(chain), A10000: text }, version);
  expect(errorsFor(1)).toEqual(expected);
  expect(errorsFor('text')).toEqual([]);
});

test('compiles ten thousand levels in pieces', () => {
  let schema: object = text;
  for (let level = 0; level < 10_000; level += 1) schema = { properties: { a: schema } };
  const { says: errorsFor } = sayingOf({ It: schema });
  expect(errorsFor({ a: { a: {} } })).toEqual([]);
  let inPlace: object = text;
  for (let level = 0; level < 10_000; level += 1) inPlace = { allOf: [inPlace] };
  expect(sayingOf({ It: inPlace }).says(1)).toEqual(['must be string']);
});
