// Device authorization: polling, its interval, and denied requests.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { USER } from '../../support/identity-records.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { API_SCOPE, CLIENT } from './clients.ts';
import { hiddenFields, ISSUER, Visitor } from './visitor.ts';

const shared = sharedMockServer();
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const client_id = CLIENT.workshopTablet;

const post = async (path: string, fields: Record<string, string>) => {
  const body = new URLSearchParams(fields);
  const response = await shared().fetch(new Request(ISSUER + path, { method: 'POST', body }));
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, string>> };
};
const begin = async (scope = `openid ${API_SCOPE}`) =>
  (await post('/oauth/v2/device_authorization', { client_id, scope })).body;
const poll = async (device_code = '') =>
  (await post('/oauth/v2/token', { grant_type: GRANT, client_id, device_code })).body;

/** The confirmation page of the device code. */
async function requested({ verification_uri_complete = '' }: Readonly<Record<string, string>>) {
  const visitor = new Visitor(shared());
  const page = await (await visitor.go(verification_uri_complete)).response.text();
  return { visitor, fields: hiddenFields(page) };
}

describe('a denied device', () => {
  test('gets access_denied, and the page reports it', async () => {
    const device = await begin();
    const { visitor, fields } = await requested(device);
    const { response } = await visitor.submit(`${ISSUER}/device`, { ...fields, abort: 'yes' });
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('The device is not logged in');
    expect(page).not.toContain('<form');
    expect(await poll(device.device_code)).toMatchObject({ error: 'access_denied' });
  });

  test('on the login page gets the same', async () => {
    const device = await begin();
    const { visitor, fields } = await requested(device);
    const login = await visitor.submit(`${ISSUER}/device`, { ...fields, confirm: 'yes' });
    const { response } = await visitor.submit(login.url, { cancel: 'yes' });
    expect(await response.text()).toContain('The device is not logged in');
    expect(await poll(device.device_code)).toMatchObject({ error: 'access_denied' });
  });

  test('is not the result of a wrong code', async () => {
    const { visitor, fields } = await requested(await begin());
    const { response } = await visitor.submit(`${ISSUER}/device`, { ...fields, user_code: 'BBBB-BBBB' });
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('the code was not found')]);
  });
});

describe('a device that polls', () => {
  afterEach(() => void vi.useRealTimers());
  const machineTime = (seconds: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) + seconds * 1000 });
  };

  test('gets the interval, and may poll after it', async () => {
    machineTime(0);
    const device = await begin();
    expect(device).toMatchObject({ interval: 5, expires_in: 300 });
    for (const seconds of [0, 5, 9.6, 15]) {
      machineTime(seconds);
      expect(await poll(device.device_code)).toMatchObject({ error: 'authorization_pending' });
    }
  });

  test('too soon gets slow_down, each time with five seconds more', async () => {
    machineTime(0);
    const device = await begin();
    const reported: unknown[] = [];
    for (const seconds of [0, 4, 13, 27, 47]) {
      machineTime(seconds);
      reported.push((await poll(device.device_code)).error);
    }
    // After 4 seconds, not 5; after 9, not 10; after 14, not 15; after 20.
    expect(reported).toEqual(['authorization_pending', 'slow_down', 'slow_down', 'slow_down', 'authorization_pending']);
  });

  test('too soon does not slow down others', async () => {
    machineTime(0);
    const [one, other] = [await begin(), await begin()];
    await poll(one.device_code);
    expect(await poll(other.device_code)).toMatchObject({ error: 'authorization_pending' });
    expect(await poll(one.device_code)).toMatchObject({ error: 'slow_down' });
  });

  test('gets its tokens at once, however soon it polls', async () => {
    const device = await begin();
    const { visitor, fields } = await requested(device);
    await poll(device.device_code);
    const login = await visitor.submit(`${ISSUER}/device`, { ...fields, confirm: 'yes' });
    await visitor.submit(login.url, { user: USER.khue });
    expect(await poll(device.device_code)).toHaveProperty('access_token');
  });
});

test('an unknown organization is rejected when the device starts', async () => {
  expect(await begin('openid urn:service:iam:org:id:1')).toEqual({
    error: 'invalid_scope',
    error_description: 'the scope urn:service:iam:org:id:1 names no active organization',
    scope: 'openid urn:service:iam:org:id:1',
  });
});
