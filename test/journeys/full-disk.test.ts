// A stand-in whose disk takes no more changes, as its clients see it.

import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, identityStandIn } from '../support/stand-in.ts';
import { temporaryFolder } from '../support/temporary.ts';

const APP = '/management/v1/projects/253727421948252873/apps/254050008888791753';
const SEARCH = '/management/v1/projects/_search';

test('a change that the disk refuses is refused with the reason; reads go on, and so do changes when the disk is well', async () => {
  const data = await temporaryFolder();
  const standIn = await identityStandIn({ data });
  // A folder where the log should be cannot be written to, not even by a privileged user.
  const log = join(data, 'identity.log');
  await mkdir(log);
  const before = (await ask(standIn, 'GET', '/_understudy/state')).body;
  const refused = await ask(standIn, 'PUT', APP, { body: { name: 'Renamed' } });
  expect(refused).toMatchObject({ status: 503, body: { code: 14, details: [] } });
  expect(refused.body.message).toBe(
    'the change could not be kept, so nothing was changed: EISDIR: illegal operation on a directory',
  );
  expect((await ask(standIn, 'GET', '/_understudy/state')).body).toEqual(before);
  expect((await ask(standIn, 'POST', SEARCH, { body: {} })).status).toBe(200);
  await rmdir(log);
  expect((await ask(standIn, 'PUT', APP, { body: { name: 'Renamed' } })).status).toBe(200);
  await standIn.close();
  const { apps } = (await ask(await identityStandIn({ data }), 'GET', '/_understudy/state')).body.apis.identity;
  expect(apps.find(({ id }: { id: string }) => APP.endsWith(id))).toMatchObject({ name: 'Renamed' });
});
