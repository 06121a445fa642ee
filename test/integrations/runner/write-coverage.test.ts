// Coverage files of mock servers in tests.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { mergeCoverage, readCoverage } from '../../../src/coverage/merge-coverage.ts';
import { startMockServer } from '../../../src/integrations/runner/start.ts';
import { pets } from '../../support/pets/api.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Starts a mock server as tests do, sends requests in a temporary sandbox, and closes it. */
async function requested(path: string, given: Parameters<typeof startMockServer>[0]): Promise<void> {
  const { url, close } = await startMockServer(given);
  await fetch(url + path, { headers: { 'x-understudy-sandbox': 'blue' } });
  await fetch(`${url}/_understudy/sandboxes/blue`, { method: 'DELETE' });
  await close();
}

test('each mock server of a run writes its coverage to its own file, and all can be merged', async () => {
  const folder = join(await temporaryFolder(), 'made', 'coverage');
  process.env.UNDERSTUDY_COVERAGE = folder;
  onTestFinished(() => {
    delete process.env.UNDERSTUDY_COVERAGE;
  });
  await requested('/pets', { apis: [pets] });
  await requested('/pets/none', {
    folder: fileURLToPath(new URL('../../support/pets', import.meta.url)),
    documents: ['pets.yaml'],
  });
  const files = (await readdir(folder)).map((name) => join(folder, name));
  expect(files).toHaveLength(2);
  const { apis } = mergeCoverage(await Promise.all(files.map(readCoverage)));
  const requests = apis.flatMap(({ operations }) => operations.map((one) => [one.operation, one.requests]));
  expect(Object.fromEntries(requests)).toEqual({ listPets: 1, addPet: 0, getPet: 1, removePet: 0 });
  expect(await readFile(files[0] ?? '', 'utf8')).toMatch(/\n}\n$/);
});
