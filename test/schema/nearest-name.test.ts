// Suggestions for unknown names.

import { expect, test } from 'vitest';
import { findNearestName } from '../../src/schema/nearest-name.ts';

const NAMES = ['port', 'host', 'data', 'listPets', 'addPet'];

test.each<[string, string | undefined]>([
  ['pot', 'port'],
  ['porrt', 'port'],
  ['pork', 'port'],
  ['PORT', 'port'],
  ['prot', 'port'],
  ['adt', undefined],
  ['dtaa', 'data'],
  ['lsitPest', 'listPets'],
  ['addPets', 'addPet'],
  ['removePet', undefined],
  ['', undefined],
])('suggests for %j the name %j', (text, expected) => {
  expect(findNearestName(text, NAMES)).toBe(expected);
});
