// A mock server that loses its data folder to another process, from the view of its clients and its program.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { identity } from '../../src/identity/api.ts';
import { createMockServer } from '../../src/index.ts';
import { forgeLock } from '../support/forged-lock.ts';
import { temporaryFolder } from '../support/temporary.ts';

const APP = '/management/v1/projects/253727421948252873/apps/254050008888791753';

test('a mock server whose data folder was taken over rejects the next change, reports the new owner and stops', async () => {
  const data = await temporaryFolder();
  let report = (_: string) => {};
  const reported = new Promise<string>((resolve) => {
    report = resolve;
  });
  const mockServer = await createMockServer({ apis: [identity], data, onLost: report });
  onTestFinished(() => mockServer.close());
  const { url } = await mockServer.listen();
  const rename = (name: string) =>
    fetch(url + APP, {
      method: 'PUT',
      body: JSON.stringify({ name }),
      headers: { 'content-type': 'application/json', authorization: 'Bearer token-owner' },
    });
  expect((await rename('Renamed')).status).toBe(200);
  const path = join(data, 'identity.json');
  await forgeLock(path, 2);
  await rm(`${path}.lock.1`);
  const rejected = await rename('Renamed again');
  expect(rejected.status).toBe(503);
  expect(await rejected.text()).toContain(
    'the server cannot determine whether the change is stored: another process has taken over the state',
  );
  expect(await reported).toContain(`The state in ${path} was taken over by process 7 on elsewhere`);
  await mockServer.close();
  await expect(fetch(url)).rejects.toThrow();
});
