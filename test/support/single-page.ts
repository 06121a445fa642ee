// The single-page application of examples/ on its own port, and mock servers that know its address.

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { MockServer, MockServerSettings } from '../../src/index.ts';
import { type AllRecords, openMockServerWith } from './identity-records.ts';

/** What the server of the page reads for every request. */
export interface PageSettings {
  mockServer: string;
  clientId: string;
  isProxy: boolean;
}

export interface SinglePage {
  readonly origin: string;
  readonly settings: PageSettings;
  close(): Promise<void>;
}

/** What `oidc-client-ts` stores for a logged-in user. */
export interface RememberedUser {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly profile: Readonly<Record<string, unknown>>;
}

/** The path of the page server, a JavaScript module without types. */
export const SERVE = new URL('../../examples/single-page/serve.mjs', import.meta.url);

/** Serves the page on a free port, for a mock server that may be set later. The caller closes it. */
export async function serveSinglePage(clientId: string): Promise<SinglePage> {
  const { createDevServer } = (await import(SERVE.href)) as { createDevServer(settings: PageSettings): Server };
  const settings: PageSettings = { mockServer: '', clientId, isProxy: false };
  const server = createDevServer(settings).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    settings,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A mock server on a free port that also allows single-page applications at this origin. The caller closes it. */
export async function openFor(
  origin: string,
  settings: Partial<MockServerSettings> = {},
  change: (records: AllRecords) => void = () => {},
): Promise<{ readonly mockServer: MockServer; readonly url: string }> {
  const mockServer = await openMockServerWith((records) => {
    for (const [index, app] of records.apps.entries()) {
      if (app.oidc?.appType !== 'OIDC_APP_TYPE_USER_AGENT') continue;
      const redirectUris = [...app.oidc.redirectUris, `${origin}/callback`];
      const postLogoutRedirectUris = [...app.oidc.postLogoutRedirectUris, `${origin}/`];
      records.apps[index] = { ...app, oidc: { ...app.oidc, redirectUris, postLogoutRedirectUris } };
    }
    change(records);
  }, settings);
  return { mockServer, url: await listenFor(mockServer) };
}

/** Makes a mock server listen, and returns an address of the same site as the page: ports do not matter for sites. */
export async function listenFor(mockServer: MockServer): Promise<string> {
  const { port } = await mockServer.listen();
  return `http://localhost:${port}`;
}

/** The user who is logged in to a page. */
export function remembered(page: Page): Promise<RememberedUser> {
  return page.evaluate<RememberedUser>(
    `JSON.parse(Object.entries(sessionStorage).find(([key]) => key.startsWith('oidc.user:'))[1])`,
  );
}
