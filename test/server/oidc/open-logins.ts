// Pending logins that wait for a user, and their limit per sandbox.

import { expect } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { USER } from '../../support/identity-records.ts';
import { identityMockServer } from '../../support/mock-server.ts';
import { authorization, CLIENT, clientOf } from './clients.ts';
import { ISSUER, Visitor } from './visitor.ts';

/** Opens a login page that waits for a user. */
export async function begin(mockServer: MockServer, issuer = ISSUER) {
  const { url } = await authorization(await clientOf(mockServer, CLIENT.summitCam, undefined, issuer), 'openid');
  const visitor = new Visitor(mockServer);
  const { url: page } = await visitor.go(url);
  return { submit: async (user: string) => (await visitor.submit(page, { user })).url.searchParams.has('code') };
}

/** Expects that a sandbox stores this number of open logins, and no more. */
export async function expectRoomFor(most: number, issuer: string): Promise<void> {
  const mockServer = await identityMockServer();
  const [first, second] = [await begin(mockServer, issuer), await begin(mockServer, issuer)];
  const { url } = await authorization(await clientOf(mockServer, CLIENT.summitCam, undefined, issuer), 'openid');
  const request = () => mockServer.fetch(new Request(url, { redirect: 'manual' }));
  for (let count = 0; count < most - 1; count += 1) expect((await request()).status).toBe(303);
  expect(await first.submit(USER.marlene)).toBe(false);
  expect(await second.submit(USER.marlene)).toBe(true);
}
