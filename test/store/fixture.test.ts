// Fixtures: all errors are reported at once, with file and position.

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFixture } from '../../src/store/fixture.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SCHEMA = `
properties:
  cats:
    items:
      required: [name]
      additionalProperties: false
      properties:
        id: {}
        name: { type: string }
        friend: { x-references: dogs }
        born: { type: string, format: date }
  dogs: { type: array }
  hens: { type: array }
additionalProperties: false
`;

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

async function problemsOf(folder: string): Promise<readonly string[]> {
  const rejection = await readFixture(folder).then(
    () => ({ problems: [] }),
    (error: { problems: string[] }) => error,
  );
  return rejection.problems.map((problem) => problem.replace(`${folder}/`, '')).toSorted();
}

describe('a fixture', () => {
  test('is read from JSON and YAML; a collection without a file is empty', async () => {
    const folder = await folderWith({
      'schema.yaml': SCHEMA,
      'cats.json': '[{ "id": "1", "name": "Minka", "friend": "b" }]',
      'dogs.yml': '- id: b\n',
      'notes.txt': 'not a collection',
    });
    const { records } = await readFixture(folder);
    expect(records).toEqual({ cats: [{ id: '1', name: 'Minka', friend: 'b' }], dogs: [{ id: 'b' }], hens: [] });
  });

  test('may contain schemas, which validate other records in the same way', async () => {
    const shape = '{ "$ref": "http://json-schema.org/draft-07/schema#" }';
    const folder = await folderWith({
      'schema.json': `{ "properties": { "shapes": { "items": { "properties": { "shape": ${shape} } } } } }`,
      'shapes.json': '[{ "id": "1", "shape": { "type": "string" } }]',
    });
    const { check } = await readFixture(folder);
    expect(check({ shapes: [{ id: '1', shape: { type: 'string' } }] })).toEqual([]);
    expect(check({ shapes: [{ id: '1', shape: { type: 'nothing' } }] })).toContainEqual(
      expect.stringMatching(/^shapes \/0\/shape\/type must/),
    );
  });

  test('is read from several folders; a later file replaces an earlier one of the same name', async () => {
    const seeded = await folderWith({
      'schema.yaml': SCHEMA,
      'cats.json': '[{ "id": "1", "name": "Minka" }]',
      'dogs.json': '[{ "id": "b" }]',
    });
    const own = await folderWith({ 'cats.yaml': '- { id: "2", name: Felix, friend: b }\n' });
    const { records } = await readFixture(seeded, own);
    expect(records).toEqual({ cats: [{ id: '2', name: 'Felix', friend: 'b' }], dogs: [{ id: 'b' }], hens: [] });
    await writeFile(join(own, 'cats.yaml'), '- { id: "2", name: 3 }\n');
    await writeFile(join(own, 'cows.json'), '[]');
    const rejected = await readFixture(seeded, own).catch((error: { problems: string[] }) => error);
    expect(rejected).toMatchObject({
      problems: expect.arrayContaining([
        expect.stringContaining(`${own}/cats.yaml /0/name`),
        `${own}/cows.json is not a collection of the schema, which has cats, dogs, hens`,
      ]),
    });
  });

  test('is read again after a file was changed, added or removed', async () => {
    const folder = await folderWith({
      'schema.yaml': SCHEMA,
      'cats.json': '[{ "id": "1", "name": "Minka", "friend": "b" }]',
    });
    const dogs = (ids: readonly string[]) =>
      writeFile(join(folder, 'dogs.json'), JSON.stringify(ids.map((id) => ({ id }))));
    expect(await problemsOf(folder)).toHaveLength(1);
    await dogs(['b']);
    expect(await problemsOf(folder)).toEqual([]);
    await dogs(['b', 'c']);
    const { records, check } = await readFixture(folder);
    expect(records).toMatchObject({ dogs: [{ id: 'b' }, { id: 'c' }] });
    expect((await readFixture(folder)).records).toEqual(records);
    expect((await readFixture(folder)).check({ ...records, dogs: [] })).toEqual(check({ ...records, dogs: [] }));
    expect(check({ ...records, dogs: [] })).toHaveLength(1);
    await rm(join(folder, 'dogs.json'));
    expect(await problemsOf(folder)).toHaveLength(1);
  });

  test('needs no schema', async () => {
    const folder = await folderWith({ 'cats.json': '[{ "id": "1", "anything": true }]' });
    expect((await readFixture(folder)).records).toEqual({ cats: [{ id: '1', anything: true }] });
  });

  test('is rejected with all errors in all its files', async () => {
    const folder = await folderWith({
      'schema.yaml': SCHEMA,
      'cats.json': `[
        { "id": "1", "name": "Minka", "friend": "nobody" },
        { "id": "1", "name": 7, "born": "2026-02-30", "tail": true },
        { "name": "" , "id": "" }
      ]`,
      'dogs.yaml': '- id: 7\n',
      'hens.yaml': 'many: true\n',
      'fish.json': '[]',
    });
    expect(await problemsOf(folder)).toEqual([
      'cats.json /0/friend must be the id of an item in dogs; "nobody" not found',
      'cats.json /1 must not have the property "tail"',
      'cats.json /1/born must be a date such as 2026-11-21',
      'cats.json /1/id must be unique, but "1" is used twice',
      'cats.json /1/name must be a string',
      'cats.json /2/id must be a non-empty string',
      'dogs.yaml /0/id must be a non-empty string',
      'fish.json is not a collection of the schema, which has cats, dogs, hens',
      'hens.yaml / must be a list of records',
      'hens.yaml / must be an array',
    ]);
  });

  test('is rejected with every file that cannot be read', async () => {
    const folder = await folderWith({
      'schema.yaml': SCHEMA,
      'cats.json': '[',
      'dogs.yaml': '- [\n',
      'hens.json': '[]',
    });
    expect(await problemsOf(folder)).toEqual([
      expect.stringMatching(/^cats\.json cannot be read: /),
      expect.stringMatching(/^dogs\.yaml cannot be read: /),
    ]);
  });

  test.each(['null', '7', '"text"', '[null]', '[7]', '{"id": "1"}'])(
    'is rejected when a collection is %s',
    async (text) => {
      const folder = await folderWith({ 'cats.json': text });
      expect(await problemsOf(folder)).toEqual([expect.stringMatching(/^cats\.json \//)]);
    },
  );

  test.each(['null', '[]', '7', '', 'type: nonsense', 'cats: { type: array }'])(
    'is rejected when its schema is "%s"',
    async (text) => {
      const folder = await folderWith({ 'schema.yaml': text, 'cats.json': '[]' });
      await expect(readFixture(folder)).rejects.toThrow(/schema\.yaml/);
    },
  );

  test('is rejected when two files define the same collection', async () => {
    const folder = await folderWith({ 'cats.json': '[]', 'cats.yaml': '[]' });
    expect(await problemsOf(folder)).toEqual([
      'cats.json is for the collection cats, and so is cats.yaml; remove one of them',
    ]);
  });

  test('is rejected with its path when the folder is not found', async () => {
    const folder = join(await temporaryFolder(), 'nowhere');
    await expect(readFixture(folder)).rejects.toThrow(`The fixtures in ${folder} cannot be used:\n  folder not found`);
  });
});
