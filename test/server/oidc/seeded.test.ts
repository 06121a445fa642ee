// Fixtures for common frameworks: their callback URLs, and users with roles.

import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { USER } from '../../support/identity-records.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, logIn, SECRET } from './clients.ts';
import { Visitor } from './visitor.ts';

const shared = sharedMockServer();

/** Default origins of frameworks. */
const AUTH_JS = 'http://localhost:3000/api/auth/callback/zitadel';
const CALLBACKS = [
  'http://localhost:3000/callback',
  AUTH_JS,
  'http://localhost:4200',
  'http://localhost:5173/callback',
];

describe('a seeded application', () => {
  test.each(CALLBACKS)('without a secret has the callback %s', async (callback) => {
    const config = await clientOf(shared(), CLIENT.summitCam);
    const { url } = await authorization(config, `openid ${API_SCOPE}`, { redirect_uri: callback });
    const back = await new Visitor(shared()).logIn(url, { user: USER.marlene });
    expect(back.href.startsWith(callback)).toBe(true);
    expect(back.searchParams.get('code')).toEqual(expect.any(String));
  });

  test('with a secret has the callback of Auth.js', async () => {
    const config = await clientOf(shared(), CLIENT.bookingWeb, openid.ClientSecretBasic(SECRET.bookingWeb));
    const more = { redirect_uri: AUTH_JS };
    const { access_token: token } = await logIn(config, new Visitor(shared()), USER.marlene, undefined, more);
    expect(token).toEqual(expect.any(String));
  });

  test.each([
    [USER.theo, ['observer']],
    ['249662167438068580', ['forecaster', 'observer']],
  ])('of the guides has users with roles: %s', async (user, roles) => {
    const config = await clientOf(shared(), CLIENT.summitCam);
    const scope = `openid ${API_SCOPE} urn:service:iam:org:projects:roles`;
    const tokens = await logIn(config, new Visitor(shared()), user, scope);
    const reported = tokens.claims()?.['urn:service:iam:org:project:roles'] ?? {};
    expect(Object.keys(reported).toSorted()).toEqual(roles);
  });
});
