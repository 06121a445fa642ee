// The custom store of the reference meets the requirements of every log.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { logCases } from '../support/cases/log.cases.ts';
import { openFilePlace } from '../support/file-place.ts';
import { listingsOf } from '../support/listing.ts';
import { pets } from '../support/pets/api.ts';
import { petsMockServer, requestPets } from '../support/pets/mock-server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const PETS = new URL('../support/pets/pets.yaml', import.meta.url);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('the reference shows the tested store', async () => {
  const listings = listingsOf(await readFile(join(ROOT, 'docs/reference/custom-store.md'), 'utf8'));
  const tried = await readFile(join(ROOT, 'test/support/file-place.ts'), 'utf8');
  expect(listings.map(({ text }) => text)).toContain(tried.replace("'../../src/index.ts'", "'understudy-api'"));
});

logCases({
  name: 'one file, as in the reference',
  async place() {
    const path = join(await temporaryFolder(), 'state.jsonl');
    return {
      async log() {
        const place = await openFilePlace(path);
        const log = place.log('main/pets');
        return {
          ...log,
          async close() {
            await log.close();
            await place.close();
          },
        };
      },
    };
  },
  skips: { others: 'one process writes it', failure: 'a test cannot make a disk fail' },
});

test('a mock server continues with the state of a previous one, also in sandboxes', async () => {
  const path = join(await temporaryFolder(), 'state.jsonl');
  const blue = { headers: { 'x-understudy-sandbox': 'blue' } };
  const names = async (mockServer: Awaited<ReturnType<typeof petsMockServer>>, requested = {}) =>
    (await requestPets(mockServer, 'GET', '/pets', requested)).body.map(({ name }: { readonly name: string }) => name);
  const first = await petsMockServer({ store: await openFilePlace(path) });
  await requestPets(first, 'POST', '/pets', { body: { name: 'Mia', kind: 'hen' } });
  await requestPets(first, 'POST', '/pets', { body: { name: 'Rex', kind: 'hen' }, ...blue });
  const reported = [await names(first), await names(first, blue)];
  expect(reported).toEqual([expect.arrayContaining(['Mia']), expect.arrayContaining(['Rex'])]);
  await first.close();
  const second = await petsMockServer({ store: await openFilePlace(path) });
  expect([await names(second), await names(second, blue)]).toEqual(reported);
  expect((await requestPets(second, 'POST', '/_understudy/undo')).status).toBe(200);
  expect(await names(second)).not.toContain('Mia');
});

test('a changed document is served after a crash: no other process can serve the previous one', async () => {
  const path = join(await temporaryFolder(), 'state.jsonl');
  const crashed = await petsMockServer({ store: await openFilePlace(path) });
  await requestPets(crashed, 'POST', '/pets', { body: { name: 'Mia', kind: 'hen' } });
  const document = join(await temporaryFolder(), 'pets.yaml');
  await writeFile(document, (await readFile(PETS, 'utf8')).replace(/title: .*/, 'title: Changed pets'));
  const next = await petsMockServer({ apis: [{ ...pets, document }], store: await openFilePlace(path) });
  expect((await requestPets(next, 'GET', '/pets')).body).toContainEqual(expect.objectContaining({ name: 'Mia' }));
});
