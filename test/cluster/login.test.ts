// A login with every request at another replica.

import * as openid from 'openid-client';
import { expect, test } from 'vitest';
import type { MockServer } from '../../src/index.ts';
import { API_SCOPE, CLIENT, clientOf, logIn } from '../server/oidc/clients.ts';
import { Visitor } from '../server/oidc/visitor.ts';
import { USER } from '../support/identity-records.ts';
import { identityMockServer, send } from '../support/mock-server.ts';
import { createSharedPlace } from '../support/shared-place.ts';

test('starts at one replica, continues at the next, and its tokens are valid at all', async () => {
  const store = createSharedPlace();
  store.isQuiet = true;
  const now = () => new Date();
  const replicas = [await identityMockServer({ store, now }), await identityMockServer({ store, now })] as const;
  let requested = 0;
  const balanced = {
    ...replicas[0],
    fetch(request: Request) {
      requested += 1;
      return (replicas[requested % 2] as MockServer).fetch(request);
    },
  };
  const config = await clientOf(balanced, CLIENT.summitCam);
  for (let round = 0; round < 2; round += 1) {
    // Each request of the next round goes to the other one.
    requested = round;
    const scope = `openid offline_access ${API_SCOPE}`;
    const tokens = await logIn(config, new Visitor(balanced), USER.marlene, scope);
    expect(tokens.claims()?.sub).toBe(USER.marlene);
    for (const mockServer of replicas) {
      const found = await send(mockServer, 'POST', '/management/v1/projects/_search', {
        token: tokens.access_token,
        body: {},
      });
      expect(found.status).toBe(200);
    }
    const again = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(again.access_token).toBeTruthy();
  }
  const keys = await Promise.all(
    replicas.map((mockServer) => send(mockServer, 'GET', '/oauth/v2/keys', { token: undefined })),
  );
  expect(keys[0]?.body).toEqual(keys[1]?.body);
});
