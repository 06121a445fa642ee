// The issuer with any input: it always responds, and never with an internal error.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJwt } from '../../../src/server/oidc/tokens/jwt.ts';
import { checkProperty } from '../../support/runs.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { CLIENT } from './clients.ts';
import { ISSUER } from './visitor.ts';

const mistakes: unknown[] = [];
const shared = sharedMockServer({ onError: (thrown) => mistakes.push(thrown) });

const PATHS = [
  '/oauth/v2/authorize',
  '/oauth/v2/authorize/x',
  '/oauth/v2/token',
  '/oauth/v2/introspect',
  '/oauth/v2/revoke',
  '/oauth/v2/device_authorization',
  '/oauth/v2/keys',
  '/oidc/v1/userinfo',
  '/oidc/v1/end_session',
  '/oidc/v1/end_session/confirm',
  '/oidc/v1/end_session/success',
  '/device',
  '/device/x',
  '/ui/login/x',
  '/ui/login/x/provider/%ff',
  '/.well-known/openid-configuration',
];
const NAMES = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'prompt',
  'max_age',
  'code_challenge',
  'code_challenge_method',
  'login_hint',
  'id_token_hint',
  'request',
  'claims',
  'grant_type',
  'code',
  'code_verifier',
  'refresh_token',
  'device_code',
  'assertion',
  'client_assertion',
  'client_assertion_type',
  'token',
  'token_type_hint',
  'user_code',
  'xsrf',
  'logout',
  'post_logout_redirect_uri',
  'access_token',
  'resource',
  'ui_locales',
  'acr_values',
  '__proto__',
];
const VALUES = [
  ...Object.values(CLIENT),
  'season-onboarding',
  'secret-season-onboarding',
  'http://localhost:5173/callback',
  'code',
  'id_token token',
  'S256',
  'openid',
  'openid offline_access',
  'none',
  'login',
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'form_post',
  'eyJ.eyJ.x',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
  'urn:ietf:params:oauth:grant-type:device_code',
  'x'.repeat(43),
  '{}',
  '-1',
  '__proto__',
  `${btoa('{"alg":"RS256","typ":"at+jwt"}')}.${btoa('{"iss":1}')}.x`.replaceAll('=', ''),
];

const value = fc.oneof(fc.constantFrom(...VALUES), fc.string(), fc.string({ unit: 'binary' }));
const fields = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 12 });
const headers = fc.dictionary(
  fc.constantFrom('origin', 'authorization', 'accept', 'cookie'),
  fc.constantFrom(
    'https://a.example',
    'null',
    'Bearer x',
    'Basic eDp5',
    'Basic !',
    'text/html',
    'application/json',
    'understudy_login_8080=x; understudy_session_8080=y',
  ),
);

test('any request gets a response other than an internal error', async () => {
  await checkProperty(
    fc.asyncProperty(
      fc.constantFrom(...PATHS),
      fc.boolean(),
      fields,
      headers,
      async (path, isForm, sent, sentHeaders) => {
        mistakes.length = 0;
        const parameters = new URLSearchParams(sent);
        const request = isForm
          ? new Request(ISSUER + path, { method: 'POST', body: parameters, headers: sentHeaders })
          : new Request(`${ISSUER}${path}?${parameters}`, { headers: sentHeaders });
        const response = await shared().fetch(request);
        expect(response.status).toBeLessThan(500);
        const location = response.headers.get('location');
        // Only to a redirect URI of a client, or to ourselves.
        if (location) expect(new URL(location, ISSUER).origin).toMatch(/^http:\/\/localhost:(8080|5173)$/);
        expect(mistakes).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

test('any text is parsed as a token, or rejected', () => {
  const part = fc.oneof(
    fc.base64String(),
    fc.json().map((text) => Buffer.from(text).toString('base64url')),
    fc.string(),
  );
  checkProperty(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.tuple(part, part, part).map((parts) => parts.join('.')),
      ),
      (text) => {
        const jwt = readJwt(text);
        if (jwt) expect([typeof jwt.header, typeof jwt.payload]).toEqual(['object', 'object']);
      },
    ),
  );
});

test.each(['FOO', 'foo', 'PROPFIND'])('the method %s is not found on any path', async (method) => {
  const response = await shared().fetch(new Request(`${ISSUER}/oauth/v2/token`, { method }));
  expect(response.status).toBe(404);
  expect(mistakes).toEqual([]);
});
