// Logins while the disk is full: nothing is issued that is not stored, and the error has the reason.

import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as openid from 'openid-client';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import { createMockServer, type MockServer } from '../../../src/index.ts';
import { USER } from '../../support/identity-records.ts';
import { ask } from '../../support/stand-in.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, logIn, SECRET } from './clients.ts';
import { ISSUER, Visitor } from './visitor.ts';

const REASON = 'the change could not be stored, so nothing was changed: EISDIR: illegal operation on a directory';

const mistakes: unknown[] = [];
afterEach(() => expect(mistakes.splice(0)).toEqual([]));

/** A mock server with a disk that can be full. */
async function standInOnDisk(folder?: string) {
  const data = folder ?? (await temporaryFolder());
  const standIn = await createMockServer({ apis: [identity], data, onError: (thrown) => mistakes.push(thrown) });
  onTestFinished(() => standIn.close());
  // The log must be a file. It is created by the first change.
  const log = join(data, 'issuer.log');
  return { standIn, full: () => mkdir(log), mended: () => rmdir(log) };
}

const order = (standIn: MockServer) =>
  ask(standIn, 'POST', '/_understudy/tokens', { token: undefined, body: { user: USER.marlene } });

/** The reason of the error in the newest recorded exchange. */
const lastReason = async (standIn: MockServer) =>
  (await ask(standIn, 'GET', '/_understudy/requests')).body.exchanges.at(-1)?.reason;

test('the login page reports it, and the login continues when the disk is writable again', async () => {
  const { standIn, full, mended } = await standInOnDisk();
  const config = await clientOf(standIn, CLIENT.summitCam);
  const visitor = new Visitor(standIn);
  await full();
  const { url, checks } = await authorization(config, 'openid');
  const page = await visitor.go(url);
  const refused = await visitor.submit(page.url, { user: USER.marlene });
  expect([refused.url.pathname, refused.response.status]).toEqual([page.url.pathname, 503]);
  const text = await refused.response.text();
  expect(text).toContain('Its disk is full or not writable.');
  expect(text).toContain(REASON);
  expect(await lastReason(standIn)).toContain(REASON);
  await mended();
  const { url: back } = await visitor.submit(page.url, { user: USER.marlene });
  expect((await openid.authorizationCodeGrant(config, back, checks)).claims()?.sub).toBe(USER.marlene);
});

test('a user who is already logged in gets the error on a page too', async () => {
  const folder = await temporaryFolder();
  let { standIn } = await standInOnDisk(folder);
  const visitor = new Visitor((request) => standIn.fetch(request));
  const config = await clientOf({ fetch: (request) => standIn.fetch(request) }, CLIENT.summitCam);
  await logIn(config, visitor, USER.marlene, 'openid');
  await standIn.close();
  const again = await standInOnDisk(folder);
  standIn = again.standIn;
  await again.full();
  const { response } = await visitor.go((await authorization(config, 'openid')).url);
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining(REASON)]);
  await again.mended();
  expect((await visitor.go((await authorization(config, 'openid')).url)).url.searchParams.has('code')).toBe(true);
});

test('a program gets the error in JSON', async () => {
  const { standIn, full, mended } = await standInOnDisk();
  const fields = { grant_type: 'client_credentials', scope: API_SCOPE };
  const headers = { authorization: `Basic ${btoa(`season-onboarding:${SECRET.season}`)}` };
  const getToken = () =>
    standIn.fetch(
      new Request(`${ISSUER}/oauth/v2/token`, { method: 'POST', headers, body: new URLSearchParams(fields) }),
    );
  await full();
  const refused = await getToken();
  expect(await lastReason(standIn)).toContain(REASON);
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: 'temporarily_unavailable', error_description: REASON },
  ]);
  expect(await order(standIn)).toMatchObject({ status: 503, body: { code: 14, message: REASON } });
  await mended();
  expect((await getToken()).status).toBe(200);
  expect((await order(standIn)).status).toBe(201);
});
