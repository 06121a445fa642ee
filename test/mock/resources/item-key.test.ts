// Keys identify items by ids and parents.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  buildItemKey,
  getIdFromKey,
  getParentGroup,
  getParentIds,
  listParentKeys,
} from '../../../src/mock/resources/items/item-key.ts';

/** A path segment, which is never empty. */
const segment = fc.oneof(
  fc.string({ minLength: 1, maxLength: 6 }),
  fc.stringMatching(/^[%/25Ff]{1,6}$/),
  fc.constantFrom('__proto__', '..', '/', '%', '%2F', '%25', '%252F', 'a/b', ' '),
);
const item = fc.record({ scope: fc.array(segment, { maxLength: 3 }), id: segment });

test.each([
  [[], '1', '1'],
  [['a'], 'b', 'a/b'],
  [[], 'a/b', 'a%2Fb'],
  [['a/b'], '%2F', 'a%2Fb/%252F'],
  [['a'], '', 'a/'],
  [[], '', '/'],
])('below %j the key of %j is %j', (parentIds, id, key) => {
  expect(buildItemKey(parentIds, id)).toBe(key);
  expect(getIdFromKey(key)).toBe(id);
  expect(getParentIds(key)).toEqual(parentIds);
});

test('a key contains the id and the parents, so that keys are unique', () => {
  fc.assert(
    fc.property(item, ({ scope: parentIds, id }) => {
      const key = buildItemKey(parentIds, id);
      expect({ scope: getParentIds(key), id: getIdFromKey(key) }).toEqual({ scope: parentIds, id });
    }),
  );
});

test('descendants have the key of an item as a prefix, and other items do not', () => {
  const related = fc
    .tuple(item, fc.array(segment, { maxLength: 2 }), item, fc.boolean())
    .map(([one, more, other, isRelated]) => ({
      above: one,
      below: isRelated ? { scope: [...one.scope, one.id, ...more], id: other.id } : other,
    }));
  fc.assert(
    fc.property(related, ({ above, below }) => {
      const whole = [...above.scope, above.id];
      const expected =
        below.scope.length >= whole.length && whole.every((value, index) => below.scope[index] === value);
      expect(listParentKeys(buildItemKey(below.scope, below.id)).includes(buildItemKey(above.scope, above.id))).toBe(
        expected,
      );
    }),
  );
});

test.each([
  ['a/b', 'a', true],
  ['a/b/c', 'a', true],
  ['a', 'a', false],
  ['ab', 'a', false],
  ['ab/c', 'a', false],
  ['a%2Fb', 'a', false],
])('%s is below %s: %j', (key, above, is) => {
  expect(listParentKeys(key).includes(above)).toBe(is);
});

test('an item and its direct children are in the group of its key', () => {
  fc.assert(
    fc.property(item, ({ scope: parentIds, id }) => {
      expect(getParentGroup([...parentIds, id])).toBe(buildItemKey(parentIds, id));
    }),
  );
});
