// The maximum sizes of a state and of an item.

import { expect, test } from 'vitest';
import { memoryLog } from '../../src/store/log/memory-log.ts';
import { openStore } from '../../src/store/open-store.ts';
import { inferred } from '../support/inferred.ts';
import { send } from '../support/mock-server.ts';
import { petsMockServer } from '../support/pets/mock-server.ts';

interface Cat {
  readonly id: string;
  readonly name: string;
}

const cat = (id: string, length: number): Cat => ({ id, name: 'x'.repeat(length) });
const open = (stateLimit: number, cats: readonly Cat[] = []) =>
  openStore<{ cats: Cat }>({ cats }, memoryLog(), { stateLimit });

test('a change that would exceed the state limit is rejected, and nothing of it is stored', async () => {
  const store = await open(200);
  await store.change(({ cats }) => cats.add(cat('1', 100)));
  const before = store.version;
  const change = store.change(({ cats }) => {
    cats.add(cat('2', 10));
    cats.add(cat('3', 100));
  });
  await expect(change).rejects.toThrow(
    /^the state would have \d+ bytes as JSON; the maximum is 200; .* raise --state-limit$/,
  );
  await expect(change).rejects.toMatchObject({ kind: 'too-large' });
  expect([store.version, store.records().cats?.length]).toEqual([before, 1]);
});

test('the limit counts bytes, not characters', async () => {
  const store = await open(200);
  await expect(store.change(({ cats }) => cats.add({ id: '1', name: 'ü'.repeat(95) }))).rejects.toThrow(
    '--state-limit',
  );
  await expect(store.change(({ cats }) => cats.add({ id: '1', name: '\0'.repeat(50) }))).rejects.toThrow(
    '--state-limit',
  );
  await store.change(({ cats }) => cats.add({ id: '1', name: 'x'.repeat(95) }));
});

test('deletions are accepted when the state already exceeds the limit, and undo must not exceed it', async () => {
  const store = await open(250, [cat('1', 100), cat('2', 100), cat('3', 100)]);
  await expect(store.change(({ cats }) => cats.add(cat('4', 1)))).rejects.toThrow('--state-limit');
  await store.change(({ cats }) => cats.replace(cat('1', 99)));
  await store.change(({ cats }) => cats.remove('1'));
  await store.change(({ cats }) => cats.remove('2'));
  await store.change(({ cats }) => cats.add(cat('5', 100)));
  await expect(store.undo(3)).rejects.toMatchObject({ kind: 'too-large' });
  expect(store.records().cats?.map(({ id }) => id)).toEqual(['3', '5']);
});

test('lazily generated records count from the first change of their collection', async () => {
  const fixture = {
    get cats() {
      return [cat('1', 100), cat('2', 100)];
    },
    dogs: [],
  };
  const store = await openStore<{ cats: Cat; dogs: Cat }>(fixture, memoryLog(), { stateLimit: 300 });
  await store.change(({ dogs }) => dogs.add(cat('1', 50)));
  await expect(store.change(({ cats }) => cats.add(cat('3', 1)))).rejects.toThrow('--state-limit');
  await store.change(({ dogs }) => dogs.remove('1'));
  await store.change(({ cats }) => cats.remove('1'));
  await store.change(({ cats }) => cats.add(cat('3', 50)));
  await expect(store.change(({ cats }) => cats.add(cat('4', 100)))).rejects.toThrow('--state-limit');
});

test('deletions are accepted where generated records exceed the limit', async () => {
  const fixture = {
    get cats() {
      return [cat('1', 100), cat('2', 100)];
    },
  };
  const store = await openStore<{ cats: Cat }>(fixture, memoryLog(), { stateLimit: 50 });
  await store.change(({ cats }) => cats.remove('1'));
  await store.change(({ cats }) => cats.replace(cat('2', 90)));
  await expect(store.change(({ cats }) => cats.replace(cat('2', 91)))).rejects.toThrow('--state-limit');
  expect(store.records().cats).toEqual([cat('2', 90)]);
});

test('a fork has its own limit of the same size', async () => {
  const store = await open(200);
  const fork = store.fork();
  for (const one of [store, fork]) {
    await one.change(({ cats }) => cats.add(cat('1', 100)));
    await expect(one.change(({ cats }) => cats.add(cat('2', 100)))).rejects.toThrow('--state-limit');
  }
});

test('an item of more than 16 MiB is rejected', async () => {
  const store = await open(2 ** 30);
  await expect(store.change(({ cats }) => cats.add(cat('1', 16 * 1024 * 1024)))).rejects.toThrow(
    /^the item in cats would have 167772\d\d bytes as JSON; the maximum is 16777216;/,
  );
});

test('a request that would exceed the limit gets 507 with the name of the setting', async () => {
  const mockServer = await petsMockServer({ stateLimit: 10 });
  const { status, body } = await send(mockServer, 'POST', '/pets', {
    token: 'token-keeper',
    body: { name: 'Rex', kind: 'cat' },
  });
  expect([status, body.message]).toEqual([507, expect.stringContaining('raise --state-limit')]);
});

test('a 507 has the schema of the document', async () => {
  const full =
    '{ description: Full., content: { application/json: { schema: { type: object, required: [error], properties: { error: { type: string } } } } } }';
  const item = '{ type: object, properties: { id: { type: string }, name: { type: string } } }';
  const content = `content: { application/json: { schema: ${item} } }`;
  const send = await inferred(
    `paths:
  /cats:
    get: { responses: { 200: { description: All., content: { application/json: { schema: { type: array, items: ${item} } } } } } }
    post:
      requestBody: { ${content} }
      responses: { 201: { description: Made., ${content} }, 507: ${full} }
`,
    { stateLimit: 10, records: 0 },
  );
  const { status, body } = await send('POST', '/cats', { name: 'Minka' });
  expect([status, body]).toEqual([507, { error: expect.stringContaining('raise --state-limit') }]);
  expect((await send('GET', '/cats')).body).toEqual([]);
});
