// Pending logins: their limit, and their data on disk.

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as openid from 'openid-client';
import { expect, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import { createMockServer } from '../../../src/index.ts';
import { USER } from '../../support/identity-records.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { authorization, CLIENT, clientOf } from './clients.ts';
import { begin, expectRoomFor } from './open-logins.ts';
import { hiddenFields, ISSUER, Visitor } from './visitor.ts';

/** The content of the files of the issuer, except for its keys. */
async function written(data: string): Promise<string> {
  const files = (await readdir(data)).filter((name) => /^issuer\.(json|log)$/.test(name));
  return (await Promise.all(files.map((name) => readFile(join(data, name), 'utf8')))).join('');
}

test('nothing is written before a user has logged in', async () => {
  const data = await temporaryFolder();
  const mockServer = await identityMockServer({ data });
  const { submit } = await begin(mockServer);
  const visitor = new Visitor(mockServer);
  for (const path of ['/device', '/oidc/v1/end_session']) await visitor.go(ISSUER + path);
  const device = await openid.initiateDeviceAuthorization(await clientOf(mockServer, CLIENT.workshopTablet), {
    scope: 'openid',
  });
  const requested = await visitor.go(device.verification_uri_complete ?? '');
  const fields = { ...hiddenFields(await requested.response.text()), confirm: 'yes' };
  const login = await visitor.submit(`${ISSUER}/device`, fields);
  expect(await written(data)).not.toContain('kind');

  expect(await submit(USER.marlene)).toBe(true);
  expect(await written(data)).toContain(USER.marlene);
  expect(await written(data)).not.toContain('DeviceCode');
  // Data of the device, after the user has logged in.
  await visitor.submit(login.url, { user: USER.khue });
  expect(await written(data)).toContain('DeviceCode');
});

test('a device stays logged in after a restart; an open login page has ended', async () => {
  const data = await temporaryFolder();
  let mockServer = await createMockServer({ apis: [identity], data });
  const visitor = new Visitor((request) => mockServer.fetch(request));
  const { url } = await authorization(await clientOf(mockServer, CLIENT.summitCam), 'openid');
  const config = await clientOf(mockServer, CLIENT.workshopTablet);
  const device = await openid.initiateDeviceAuthorization(config, { scope: 'openid' });
  const requested = await visitor.go(device.verification_uri_complete ?? '');
  const fields = { ...hiddenFields(await requested.response.text()), confirm: 'yes' };
  const login = await visitor.submit(`${ISSUER}/device`, fields);
  expect(await (await visitor.submit(login.url, { user: USER.khue })).response.text()).toContain('logged in');
  const page = await new Visitor(mockServer).go(url);
  await mockServer.close();

  mockServer = await identityMockServer({ data, now: () => new Date() });
  const again = await clientOf(mockServer, CLIENT.workshopTablet);
  const tokens = await openid.pollDeviceAuthorizationGrant(again, { ...device, interval: 0 });
  expect(tokens.claims()?.sub).toBe(USER.khue);
  const { response } = await visitor.submit(page.url, { user: USER.theo });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('This login has ended')]);
});

test('100 open logins of a sandbox are stored, and the next one replaces the first', async () => {
  await expectRoomFor(100, 'http://blue.localhost:8080');
});

test('they are not part of the state in the control API', async () => {
  const mockServer = await identityMockServer();
  await begin(mockServer);
  const { body } = await send(mockServer, 'GET', '/_understudy/state');
  expect(Object.keys(body.apis)).toEqual(['identity']);
  expect((await send(mockServer, 'POST', '/_understudy/undo', { body: {} })).body).toMatchObject({ undone: 0 });
});

test('the data folder and the files of the issuer are private to their owner', async () => {
  const data = join(await temporaryFolder(), 'deep', 'data');
  const mockServer = await createMockServer({ apis: [identity], data });
  await (await begin(mockServer)).submit(USER.marlene);
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect([await modeOf(data), await modeOf(join(data, '..'))]).toEqual(['700', '700']);
  expect(await modeOf(join(data, 'issuer.log'))).toBe('600');
  await mockServer.close();
  expect(await modeOf(join(data, 'issuer.json'))).toBe('600');
});
