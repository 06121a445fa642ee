// Users with a password: when it is required.

import { describe, expect, onTestFinished, test } from 'vitest';
import type { MockServer, MockServerSettings } from '../../../src/index.ts';
import { type AllRecords, ORGANIZATION, openMockServerWith, USER } from '../../support/identity-records.ts';
import { authorization, CLIENT, clientOf } from './clients.ts';
import { Visitor } from './visitor.ts';

const PASSWORD = 'Edelweiss 1865';
/** The field already contains the name. */
const TYPED = /<input id="loginName" [^>]*value="theo\.cretenoud@murmeltal\.example"/;
const HAS_ONE = 'Théo Cretenoud has a password.';

/** Théo has a password; Marlene has none. */
function giveAPassword({ users }: AllRecords): void {
  users.forEach((user, index) => {
    if (user.id === USER.theo && user.human) users[index] = { ...user, human: { ...user.human, password: PASSWORD } };
  });
}

async function mockServerWithPassword(settings: Partial<MockServerSettings> = {}): Promise<MockServer> {
  const mockServer = await openMockServerWith(giveAPassword, settings);
  onTestFinished(() => mockServer.close());
  return mockServer;
}

/** Opens a login page. */
async function requested(
  mockServer: MockServer,
  {
    scope = 'openid',
    more = {},
    headers = {},
  }: { scope?: string; more?: Record<string, string>; headers?: Record<string, string> } = {},
) {
  const visitor = new Visitor((sent) => {
    for (const [name, value] of Object.entries(headers)) sent.headers.set(name, value);
    return mockServer.fetch(sent);
  });
  const { url } = await authorization(await clientOf(mockServer, CLIENT.summitCam), scope, more);
  const { url: page, response } = await visitor.go(url);
  const submit = async (fields: Record<string, string>, path: string | URL = page) => {
    const { url: at, response: answer } = await visitor.submit(path, fields);
    return { at, status: answer.status, text: await answer.text(), isIn: at.searchParams.has('code') };
  };
  return { page, text: response.status === 200 ? await response.text() : '', submit };
}

describe('on this machine', () => {
  test('one click is enough, as the page explains', async () => {
    const { text, submit } = await requested(await mockServerWithPassword());
    expect(text).toContain('On this machine one click is enough');
    expect((await submit({ user: USER.theo })).isIn).toBe(true);
  });

  test('the page has no hint if no user has a password', async () => {
    const mockServer = await openMockServerWith(() => {});
    onTestFinished(() => mockServer.close());
    const { text } = await requested(mockServer);
    expect(text).not.toMatch(/One click|is asked for it/);
  });

  test('a typed login name requires the password', async () => {
    const { submit } = await requested(await mockServerWithPassword());
    expect((await submit({ loginName: 'theo.cretenoud', password: 'guessed' })).status).toBe(422);
    expect((await submit({ loginName: 'theo.cretenoud', password: PASSWORD })).isIn).toBe(true);
  });
});

describe.each<[string, Partial<MockServerSettings>, Record<string, string>]>([
  ['with oneClickLogin: false', { oneClickLogin: false }, {}],
  ['through a proxy of this machine', {}, { 'x-forwarded-for': '203.0.113.7' }],
  ['through a proxy with the header Forwarded', {}, { forwarded: 'for=203.0.113.7' }],
])('%s', (_, settings, headers) => {
  const open = async (more = {}) => requested(await mockServerWithPassword(settings), { headers, ...more });

  test('a user with a password must enter it, as the page explains', async () => {
    const { text, page, submit } = await open();
    expect(text).toContain('Users with a password must enter it.');
    const rejected = await submit({ user: USER.theo });
    expect([rejected.status, rejected.at.pathname, rejected.text]).toEqual([
      422,
      page.pathname,
      expect.stringContaining(HAS_ONE),
    ]);
    expect(rejected.text).toMatch(TYPED);
    expect((await submit({ loginName: 'theo.cretenoud', password: PASSWORD })).isIn).toBe(true);
  });

  test('a user without one is selected by a click', async () => {
    expect((await (await open()).submit({ user: USER.marlene })).isIn).toBe(true);
  });

  test('another identity provider does not bypass it', async () => {
    const { submit } = await open({ scope: `openid urn:service:iam:org:id:${ORGANIZATION.murmeltal}` });
    const elsewhere = await submit({ provider: '261841062635506532' });
    expect(elsewhere.text).toContain('Alpine Club Login');
    const rejected = await submit({ user: USER.theo }, elsewhere.at);
    expect([rejected.status, rejected.text]).toEqual([422, expect.stringContaining(HAS_ONE)]);
    expect((await submit({ user: USER.marlene }, elsewhere.at)).isIn).toBe(true);
  });
});

test('a hint does not log in a user with a password, unless one click is enough', async () => {
  const more = { login_hint: 'theo.cretenoud' };
  const strict = await requested(await mockServerWithPassword({ autoLogin: true, oneClickLogin: false }), { more });
  expect(strict.text).toMatch(TYPED);
  const near = await requested(await mockServerWithPassword({ autoLogin: true }), { more });
  expect(near.page.searchParams.has('code')).toBe(true);
  const other = await mockServerWithPassword({ autoLogin: true, oneClickLogin: false });
  const { page } = await requested(other, { more: { login_hint: 'marlene.zuercher' } });
  expect(page.searchParams.has('code')).toBe(true);
});

test('with oneClickLogin a proxy makes no difference', async () => {
  const mockServer = await mockServerWithPassword({ oneClickLogin: true });
  const { submit } = await requested(mockServer, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect((await submit({ user: USER.theo })).isIn).toBe(true);
});
