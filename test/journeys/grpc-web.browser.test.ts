// A page of another origin calls the mock server: with published clients, and with plain `fetch`.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { identity } from '../../src/identity/api.ts';
import { createMockServer, type MockServer } from '../../src/index.ts';
import { type Preflight, preflightsOf } from '../support/browser.ts';
import { type AllRecords, APP, ORGANIZATION, PROJECT } from '../support/identity-records.ts';
import { NOW, send } from '../support/mock-server.ts';
import { servePage } from '../support/page/serve.ts';
import { connectRaw } from '../support/raw-http.ts';
import { describeWithBrowser, openBrowser } from '../support/shared-browser.ts';

const WIRES = ['grpc-web', 'grpc-web-json', 'grpc-web-text', 'connect-json'];
const SERVICE = '/zitadel.management.v1.ManagementService';
const METHODS = ['ListLoginPolicyIDPs', 'ListProjects', 'UpdateApp', 'AddUserGrant'];
/** Headers that a page may send only after a preflight request. */
const FIELDS = [
  'authorization',
  'content-type',
  'x-grpc-web',
  'x-user-agent',
  'x-zitadel-orgid',
  'x-understudy-sandbox',
  'grpc-timeout',
  'grpc-accept-encoding',
  'connect-protocol-version',
  'connect-timeout-ms',
];
const NEW_NAME = 'Schaufenster – größer';

describeWithBrowser('a page of another origin', () => {
  let mockServer: MockServer;
  let origin: string;
  let page: Page;
  let preflights: readonly Preflight[];
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    mockServer = await createMockServer({ apis: [identity], now: () => NOW });
    closing.push(() => mockServer.close());
    const { url } = await mockServer.listen();
    const served = await servePage();
    closing.push(served.close);
    origin = served.origin;
    const browser = await openBrowser();
    closing.push(() => browser.close());
    page = await browser.newPage();
    preflights = await preflightsOf(page);
    await page.goto(`${origin}/index.html?url=${url}`);
    const status = page.locator('[role=status]:not(:empty)');
    await status.waitFor({ timeout: 0 });
    expect(await status.textContent()).toBe('done');
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  const shown = async (wire: string, call: string) =>
    JSON.parse((await page.locator(`[id="${wire} ${call}"]`).textContent()) ?? '');
  const recordsIn = async (sandbox: string): Promise<AllRecords> => {
    const headers = { 'x-understudy-sandbox': sandbox };
    return (await send(mockServer, 'GET', '/_understudy/state', { headers })).body.apis.identity;
  };
  const storefrontIn = async (sandbox: string) =>
    (await recordsIn(sandbox)).apps.find(({ id }) => id === APP.storefront);

  describe.each(WIRES)('by %s', (wire) => {
    test('lists the linked identity providers', async () => {
      const { response } = await shown(wire, 'providers');
      expect(response).toMatchObject({
        details: { totalResult: '4', viewTimestamp: '2026-11-21T09:00:00Z' },
        result: [
          { idpId: '261841062635506532', idpName: 'Alpine Club Login', idpType: 'IDP_TYPE_OIDC' },
          { idpId: '261995775343481545', idpName: 'Hut Kiosk Badge', idpType: 'IDP_TYPE_JWT' },
        ],
      });
    });

    test('searches projects', async () => {
      const { response } = await shown(wire, 'projects');
      expect(response).toMatchObject({
        details: { totalResult: '2' },
        result: [{ id: PROJECT.gearShop, state: 'PROJECT_STATE_ACTIVE' }, { name: 'gear_sync' }],
      });
    });

    test('renames an application, in its own sandbox', async () => {
      const { response } = await shown(wire, 'renamed');
      expect(response).toMatchObject({ details: { sequence: '15', resourceOwner: ORGANIZATION.murmeltal } });
      expect(await storefrontIn(wire)).toMatchObject({ name: NEW_NAME });
      expect(await storefrontIn('main')).toMatchObject({ name: 'Storefront' });
    });

    test('adds a user grant, with a timeout', async () => {
      const { response } = await shown(wire, 'granted');
      expect(response).toMatchObject({ userGrantId: expect.stringMatching(/^\d{18}$/), details: { sequence: '1' } });
      const { userGrants } = await recordsIn(wire);
      expect(userGrants.find(({ id }) => id === response.userGrantId)).toMatchObject({ roleKeys: ['support'] });
    });

    test('acts for another organization', async () => {
      const { response } = await shown(wire, 'abroad');
      expect(response.result).toMatchObject([{ details: { resourceOwner: ORGANIZATION.brisefjord } }]);
    });

    test('reads the error and its details', async () => {
      expect(await shown(wire, 'rejected')).toMatchObject({
        code: 'FailedPrecondition',
        message: 'No changes (COMMAND-2m8vx)',
        details: [{ id: 'COMMAND-2m8vx', message: 'No changes' }],
      });
    });

    test('gets DeadlineExceeded from the mock server after its timeout', async () => {
      expect(await shown(wire, 'late')).toMatchObject({
        code: 'DeadlineExceeded',
        message: 'request deadline exceeded',
      });
    });
  });

  test.each(['grpc-web', 'grpc-web-json', 'grpc-web-text'])(
    'by %s reads the status after the message',
    async (wire) => {
      expect((await shown(wire, 'projects')).trailers).toEqual({ 'grpc-status': '0' });
      expect((await shown(wire, 'rejected')).trailers).toMatchObject({
        'grpc-status': '9',
        'grpc-message': 'No changes (COMMAND-2m8vx)',
        'grpc-status-details-bin': expect.stringMatching(/^[\w+/]+$/),
      });
    },
  );

  // A browser caches preflight responses for some seconds, and does not repeat them for each call.
  test('is allowed by the responses to preflight requests', () => {
    for (const preflight of preflights) expect(preflight).toMatchObject({ origin, status: 204 });
    const paths = preflights.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(METHODS.map((method) => `${SERVICE}/${method}`)));
    expect(preflights.flatMap(({ fields }) => fields)).toEqual(expect.arrayContaining(FIELDS));
  });

  test('reads the compression of a response from a header', async () => {
    expect(await shown('by hand', 'compressed')).toMatchObject({
      encoding: 'gzip',
      message: { result: expect.arrayContaining([expect.objectContaining({ id: PROJECT.gearShop })]) },
      trailers: 'grpc-status: 0\r\n',
    });
  });
});

describe('the server of the page', () => {
  test.each([
    ['/index.html?url=http://localhost', 200],
    ['/page.js', 200],
    ['/node_modules/@zitadel/client/dist/v1.js', 200],
    ['/', 404],
    ['/serve.ts', 404],
    ['/node_modules/@zitadel/client/package.json', 404],
    ['/node_modules/@connectrpc/connect-node/dist/esm/index.js', 404],
    ['/node_modules/express/index.js', 404],
    ['/node_modules/@zitadel/client/../../express/index.js', 404],
    ['/node_modules/@zitadel/client/%2e%2e/%2e%2e/express/index.js', 404],
    ['/node_modules/@zitadel/client/dist/..%2f..%2f..%2fexpress/index.js', 404],
    ['/node_modules/@zitadel/client//etc/x.js', 404],
    ['/../../../understudy.config.js', 404],
  ])('responds to %s with %i', async (path, status) => {
    const { origin, close } = await servePage();
    onTestFinished(close);
    const connection = await connectRaw(Number(new URL(origin).port));
    connection.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect((await connection.response()).status).toBe(status);
  });
});
