// Objects without inherited properties.

import { expect, test } from 'vitest';
import { emptyObject } from '../../src/schema/empty-object.ts';

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is undefined until it is set', (name) => {
  const object = emptyObject<string>();
  expect([object[name], name in object]).toEqual([undefined, false]);
  object[name] = 'there';
  expect([object[name], Object.keys(object), Object.keys({ ...object })]).toEqual(['there', [name], [name]]);
  expect([emptyObject()[name], ({} as Record<string, unknown>)[name] === 'there']).toEqual([undefined, false]);
});
