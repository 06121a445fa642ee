// Fixtures of an inferred API, in the format of its responses.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { jsonAnswers } from '../../support/own-api.ts';
import { openShop, shop } from '../../support/shop/shop.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { inPath, openInferred } from './inferred.ts';

async function folderWith(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = join(await temporaryFolder(), 'fixtures');
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content));
  return folder;
}

const REX = { id: 'rex', ownerId: 7, name: 'Rex', status: 'available' };

describe('a fixture folder', () => {
  test('contains the items of its files with their parents, and no seed data for resources with a file', async () => {
    const fixtures = await folderWith({
      'owners.json': [{ id: 7, name: 'Ann', password: 'secret' }],
      'pets.json': [REX, { parents: { ownerId: 7 }, item: { id: 'tom', name: 'Tom', status: 'archived' } }],
    });
    const { send } = await openShop({ apis: [{ ...shop, fixtures }], records: 3 });
    expect((await send('GET', '/owners')).body).toEqual([{ id: 7, name: 'Ann' }]);
    const { body } = await send('GET', '/owners/7/pets');
    expect(body.data).toEqual([REX, { id: 'tom', name: 'Tom', status: 'archived' }]);
    expect((await send('POST', '/owners', { name: 'Bo' })).body.id).toBe(2);
  });

  test.each([
    ['owners.json', [{ id: 1 }], '/0/name is required'],
    ['owners.json', [{ name: 'Ann' }], '/0 must have an id: the property id'],
    ['pets.json', [{ id: 'tom', name: 'Tom', status: 'archived' }], '/0 needs its parent ownerId, such as'],
    [
      'owners.json',
      [
        { id: 1, name: 'Ann' },
        { id: 1, name: 'Bo' },
      ],
      '/1/id must be unique',
    ],
    ['owners.json', { id: 1 }, '/ must be a list of records'],
  ])('is rejected if an item does not match the document: %s %j', async (file, content, problem) => {
    const fixtures = await folderWith({ [file]: content });
    const rejection = await createMockServer({ apis: [{ ...shop, fixtures }] }).catch((error: Error) => error);
    expect(String(rejection)).toContain(file);
    expect(String(rejection)).toContain(problem);
  });
});

test('items below missing parents are reported once, by file, item and parent', async () => {
  const pet = (id: string, ownerId: number) => ({ id, ownerId, name: 'Rex', status: 'available' });
  const fixtures = await folderWith({
    'owners.json': [{ id: 7, name: 'Ann' }],
    'pets.json': [pet('a', 99), pet('b', 7), pet('c', 99), pet('d', 100)],
  });
  const notices: string[] = [];
  const { send } = await openShop({ apis: [{ ...shop, fixtures }], onNotice: (notice) => void notices.push(notice) });
  expect(notices).toEqual([
    `Items that no request can reach, because their parent does not exist, in ${join(fixtures, 'pets.json')}: /0, /2 (owners/99 not found), /3 (owners/100 not found).`,
  ]);
  expect((await send('GET', '/owners/7/pets')).body.data).toEqual([pet('b', 7)]);
});

test('parents without a file are generated, and count as existing', async () => {
  const fixtures = await folderWith({
    'pets.json': [
      { ...REX, ownerId: 1 },
      { ...REX, ownerId: 99 },
    ],
  });
  const notices: string[] = [];
  await openShop({ apis: [{ ...shop, fixtures }], records: 3, onNotice: (notice) => void notices.push(notice) });
  expect(notices).toEqual([expect.stringMatching(/pets\.json: \/1 \(owners\/99 not found\)\.$/)]);
});

test('created items exist after a restart', async () => {
  const data = await temporaryFolder();
  const settings = { data, records: 2 };
  const first = await openShop(settings);
  const { body } = await first.send('POST', '/owners', { name: 'Ann', password: 'secret' });
  await first.send('DELETE', '/owners/1');
  const { body: left } = await first.send('GET', '/owners');
  await first.mockServer.close();
  const { send } = await openShop(settings);
  expect((await send('GET', '/owners')).body).toEqual(left);
  expect((await send('GET', `/owners/${body.id}`)).body).toEqual(body);
});

test.each([
  ['beside its properties', { isbn: '1', shelf: 'A' }],
  ['in a wrapper', { parents: { isbn: '1' }, item: { shelf: 'A' } }],
])('an item can name a parent that it has no property for %s, also as a template', async (_, record) => {
  const text = { type: 'string' };
  const book = { type: 'object', required: ['isbn'], properties: { isbn: text } };
  const copy = { type: 'object', required: ['id'], properties: { id: { ...text, readOnly: true }, shelf: text } };
  const list = (items: object) => ({ get: { responses: jsonAnswers({ 200: { type: 'array', items } }) } });
  const read = (item: object) => ({ get: { responses: jsonAnswers({ 200: item, 404: undefined }) } });
  const { send, mockServer } = await openInferred({
    '/books': list(book),
    '/books/{isbn}': { parameters: inPath({ isbn: text }), ...read(book) },
    '/books/{isbn}/copies': { parameters: inPath({ isbn: text }), ...list(copy) },
    '/books/{isbn}/copies/{id}': { parameters: inPath({ isbn: text, id: text }), ...read(copy) },
  });
  const changes = [
    { collection: 'books', add: { isbn: '1' } },
    { collection: 'copies', add: record },
    { collection: 'copies', count: 1, template: record },
  ];
  const init = { method: 'POST', body: JSON.stringify({ changes }), headers: { 'content-type': 'application/json' } };
  const changed = await mockServer.fetch(new Request('http://localhost/_understudy/records', init));
  expect([changed.status, await changed.json()]).toMatchObject([200, { records: [{}, {}, {}] }]);
  const { body } = await send('GET', '/books/1/copies');
  expect(body).toEqual([
    { id: expect.any(String), shelf: 'A' },
    { id: expect.any(String), shelf: 'A' },
  ]);
});
