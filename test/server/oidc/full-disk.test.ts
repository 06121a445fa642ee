// Logins while the disk is full: nothing is issued that is not stored, and the error has the reason.

import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as openid from 'openid-client';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import { createMockServer, type MockServer } from '../../../src/index.ts';
import { USER } from '../../support/identity-records.ts';
import { send } from '../../support/mock-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, logIn, SECRET } from './clients.ts';
import { ISSUER, Visitor } from './visitor.ts';

const REASON = 'the change could not be stored, so nothing was changed: EISDIR: illegal operation on a directory';

const mistakes: unknown[] = [];
afterEach(() => expect(mistakes.splice(0)).toEqual([]));

/** A mock server with a disk that can be full. */
async function mockServerOnDisk(folder?: string) {
  const data = folder ?? (await temporaryFolder());
  const mockServer = await createMockServer({ apis: [identity], data, onError: (thrown) => mistakes.push(thrown) });
  onTestFinished(() => mockServer.close());
  // The log must be a file. It is created by the first change.
  const log = join(data, 'issuer.log');
  return { mockServer, full: () => mkdir(log), mended: () => rmdir(log) };
}

const order = (mockServer: MockServer) =>
  send(mockServer, 'POST', '/_understudy/tokens', { token: undefined, body: { user: USER.marlene } });

/** The reason of the error in the newest recorded exchange. */
const lastReason = async (mockServer: MockServer) =>
  (await send(mockServer, 'GET', '/_understudy/requests')).body.exchanges.at(-1)?.reason;

test('the login page reports it, and the login continues when the disk is writable again', async () => {
  const { mockServer, full, mended } = await mockServerOnDisk();
  const config = await clientOf(mockServer, CLIENT.summitCam);
  const visitor = new Visitor(mockServer);
  await full();
  const { url, checks } = await authorization(config, 'openid');
  const page = await visitor.go(url);
  const rejected = await visitor.submit(page.url, { user: USER.marlene });
  expect([rejected.url.pathname, rejected.response.status]).toEqual([page.url.pathname, 503]);
  const text = await rejected.response.text();
  expect(text).toContain('Its disk is full or not writable.');
  expect(text).toContain(REASON);
  expect(await lastReason(mockServer)).toContain(REASON);
  await mended();
  const { url: back } = await visitor.submit(page.url, { user: USER.marlene });
  expect((await openid.authorizationCodeGrant(config, back, checks)).claims()?.sub).toBe(USER.marlene);
});

test('a user who is already logged in gets the error on a page too', async () => {
  const folder = await temporaryFolder();
  let { mockServer } = await mockServerOnDisk(folder);
  const visitor = new Visitor((request) => mockServer.fetch(request));
  const config = await clientOf({ fetch: (request) => mockServer.fetch(request) }, CLIENT.summitCam);
  await logIn(config, visitor, USER.marlene, 'openid');
  await mockServer.close();
  const again = await mockServerOnDisk(folder);
  mockServer = again.mockServer;
  await again.full();
  const { response } = await visitor.go((await authorization(config, 'openid')).url);
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining(REASON)]);
  await again.mended();
  expect((await visitor.go((await authorization(config, 'openid')).url)).url.searchParams.has('code')).toBe(true);
});

test('a program gets the error in JSON', async () => {
  const { mockServer, full, mended } = await mockServerOnDisk();
  const fields = { grant_type: 'client_credentials', scope: API_SCOPE };
  const headers = { authorization: `Basic ${btoa(`season-onboarding:${SECRET.season}`)}` };
  const getToken = () =>
    mockServer.fetch(
      new Request(`${ISSUER}/oauth/v2/token`, { method: 'POST', headers, body: new URLSearchParams(fields) }),
    );
  await full();
  const rejected = await getToken();
  expect(await lastReason(mockServer)).toContain(REASON);
  expect([rejected.status, await rejected.json()]).toEqual([
    503,
    { error: 'temporarily_unavailable', error_description: REASON },
  ]);
  expect(await order(mockServer)).toMatchObject({ status: 503, body: { code: 14, message: REASON } });
  await mended();
  expect((await getToken()).status).toBe(200);
  expect((await order(mockServer)).status).toBe(201);
});
