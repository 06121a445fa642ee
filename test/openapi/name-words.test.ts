// Words of names.

import { describe, expect, test } from 'vitest';
import { normalizeName, splitWords } from '../../src/openapi/name-words.ts';
import { isSameName } from '../../src/openapi/singular.ts';

describe('the words of a name', () => {
  test.each([
    ['pet_id', 'pet id'],
    ['PET-ID', 'pet id'],
    ['petId', 'pet id'],
    ['PetId', 'pet id'],
    ['petID', 'pet id'],
    ['petIDs', 'pet ids'],
    ['userIDsOfTeam', 'user ids of team'],
    ['HTTPServer', 'http server'],
    ['HTTPStatusCode', 'http status code'],
    ['homeURLPath', 'home url path'],
    ['X-API-Key', 'x api key'],
    ['user.first.name', 'user first name'],
    ['user[first name]', 'user first name'],
    ['address1', 'address1'],
    ['line2Text', 'line2 text'],
    ['ipV4', 'ip v4'],
    ['OAuth2Token', 'o auth2 token'],
    ['__count', 'count'],
    ['straßeÜbersicht', 'straße übersicht'],
    ['größe_Ärzte', 'größe ärzte'],
    ['имяФайла', 'имя файла'],
    ['名前', '名前'],
    ['', ''],
    ['--', ''],
  ])('%s: %s', (name, words) => {
    expect(splitWords(name).join(' ')).toBe(words);
  });
});

test.each([
  ['Pet-Id', 'petid'],
  ['pet.größe 2', 'petgröße2'],
  ['_', ''],
])('%s is normalized to %s', (name, normalized) => {
  expect(normalizeName(name)).toBe(normalized);
});

test.each([
  ['pets', 'Pet', true],
  ['pet_ids', 'petId', true],
  ['categories', 'category', true],
  ['pet', 'cat', false],
])('%s and %s are the same name: %s', (one, other, isSame) => {
  expect(isSameName(one, other)).toBe(isSame);
});
