// A mock server that cannot write to its disk, from the view of clients, a load balancer and its program.

import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { identity } from '../../src/identity/api.ts';
import { createMockServer } from '../../src/index.ts';
import { APP, PROJECT } from '../support/identity-records.ts';
import { send } from '../support/mock-server.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('changes are rejected with Retry-After, and the server is not ready and reports it once, until a change is stored', async () => {
  const data = await temporaryFolder();
  const notices: string[] = [];
  const onNotice = (notice: string) => void notices.push(notice);
  const mockServer = await createMockServer({ apis: [identity], data, onNotice });
  onTestFinished(() => mockServer.close());
  const rename = (name: string) =>
    send(mockServer, 'PUT', `/management/v1/projects/${PROJECT.gearShop}/apps/${APP.storefront}`, { body: { name } });
  const ready = () => send(mockServer, 'GET', '/_understudy/ready', { token: undefined });
  // A folder at the path of the log, which the first change creates, makes writes fail.
  const log = join(data, 'identity.log');
  await mkdir(log);
  for (const name of ['First', 'Second']) {
    const { status, headers } = await rename(name);
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  }
  const { status, body } = await ready();
  expect([status, body.message]).toEqual([503, expect.stringMatching(/^changes cannot be stored: EISDIR/)]);
  const path = join(data, 'identity.json');
  expect(notices).toEqual([expect.stringMatching(`^${path} cannot be written, so changes are rejected: EISDIR`)]);
  await rmdir(log);
  expect((await rename('Third')).status).toBe(200);
  expect((await ready()).status).toBe(200);
  expect(notices.slice(1)).toEqual([`${path} can be written again.`]);
});
