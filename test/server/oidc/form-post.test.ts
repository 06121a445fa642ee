// Authorization and logout requests as posted forms of other pages.

import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { USER } from '../../support/identity-records.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { authorization, CLIENT, clientOf, logIn } from './clients.ts';
import { ISSUER, Visitor } from './visitor.ts';

const shared = sharedMockServer();
const END = `${ISSUER}/oidc/v1/end_session`;
const HOME = 'http://localhost:5173/';

const post = (path: string, body: string | URLSearchParams, headers: Record<string, string> = {}) =>
  shared().fetch(new Request(ISSUER + path, { method: 'POST', body, headers, redirect: 'manual' }));

describe('an authorization request in a form', () => {
  const requested = async (more: Record<string, string> = {}) => {
    const config = await clientOf(shared(), CLIENT.summitCam);
    const { url, checks } = await authorization(config, 'openid', more);
    return { config, checks, fields: Object.fromEntries(url.searchParams) };
  };

  test('creates no sandbox: its redirect is followed first', async () => {
    const { fields } = await requested();
    const form = new URLSearchParams({ ...fields, client_id: 'nobody' });
    const answer = await post('/oauth/v2/authorize', form, { 'x-understudy-sandbox': 'posted' });
    expect(answer.status).toBe(303);
    const all = await shared().fetch(new Request(`${ISSUER}/_understudy/sandboxes`));
    expect(await all.text()).not.toContain('"posted"');
  });

  test('logs in like one in a link', async () => {
    const { config, checks, fields } = await requested();
    const visitor = new Visitor(shared());
    const page = await visitor.submit(`${ISSUER}/oauth/v2/authorize`, fields);
    expect(await page.response.text()).toContain('Log in to');
    const { url } = await visitor.submit(page.url, { user: USER.marlene });
    expect((await openid.authorizationCodeGrant(config, url, checks)).claims()?.sub).toBe(USER.marlene);
  });

  test('finds the session by its redirect: browsers send no cookies with posts of other sites', async () => {
    const { config, checks, fields } = await requested({ prompt: 'none' });
    const visitor = new Visitor(shared());
    await logIn(config, visitor, USER.marlene);
    const sent = await post('/oauth/v2/authorize', new URLSearchParams(fields));
    expect(sent.status).toBe(303);
    const { url } = await visitor.go(new URL(sent.headers.get('location') ?? '', `${ISSUER}/oauth/v2/authorize`));
    expect((await openid.authorizationCodeGrant(config, url, checks)).claims()?.sub).toBe(USER.marlene);
  });

  test.each(['http://evil.example/', 'javascript:alert(1)'])(
    'rejects another redirect URI: %s',
    async (redirect_uri) => {
      const { fields } = await requested();
      const visitor = new Visitor(shared());
      const { url, response } = await visitor.submit(`${ISSUER}/oauth/v2/authorize`, { ...fields, redirect_uri });
      expect([url.origin, response.status]).toEqual([ISSUER, 400]);
    },
  );

  test('must be a form, no longer than a link', async () => {
    const json = await post('/oauth/v2/authorize', '{}', { 'content-type': 'application/json' });
    expect([json.status, await json.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    const long = await post('/oauth/v2/authorize', new URLSearchParams({ state: 'x'.repeat(13_000) }));
    expect([long.status, await long.json()]).toMatchObject([413, { error: 'invalid_request' }]);
  });
});

test('a logout in a form ends the session and redirects back', async () => {
  const visitor = new Visitor(shared());
  const config = await clientOf(shared(), CLIENT.summitCam);
  const { id_token = '' } = await logIn(config, visitor, USER.marlene);
  const fields = { id_token_hint: id_token, post_logout_redirect_uri: HOME, state: 'a b' };
  const { url } = await visitor.submit(END, fields);
  expect(url.href).toBe(`${HOME}?state=a+b`);
  const { url: silent } = await authorization(config, 'openid', { prompt: 'none' });
  expect((await visitor.go(silent)).url.searchParams.get('error')).toBe('login_required');
});

test('a logout in an empty form shows the confirmation page', async () => {
  const visitor = new Visitor(shared());
  await logIn(await clientOf(shared(), CLIENT.summitCam), visitor, USER.marlene);
  expect(await (await visitor.submit(END, {})).response.text()).toContain('Log out?');
});
