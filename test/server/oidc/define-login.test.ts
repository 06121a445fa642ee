// Defaults of a login, where an API does not define its own.

import { expect, test } from 'vitest';
import { defineClient, defineLogin, type LoginUser, type View } from '../../../src/index.ts';

const user = (loginName: string): LoginUser => ({
  id: `id of ${loginName}`,
  loginName,
  displayName: 'Ada',
  kind: 'human',
});

/** Not read by these tests. */
const records = {} as View<Record<never, never>>;
const client = defineClient({ id: 'web' });
const loginOf = (...names: readonly string[]) =>
  defineLogin<Record<never, never>>({ client: () => client, users: () => names.map(user) });
const login = loginOf('ada@notes.test');

test('an application is a public client by default', () => {
  expect(client).toEqual({
    id: 'web',
    name: 'web',
    project: { id: 'web', name: 'web' },
    kind: 'user-agent',
    authMethod: 'none',
    redirectUris: [],
    postLogoutRedirectUris: [],
    grantTypes: ['authorization_code', 'refresh_token'],
    responseTypes: ['code'],
    devMode: true,
    accessTokens: 'opaque',
    keys: [],
  });
});

test('an application with a secret is a confidential client', () => {
  const reported = { id: 'web', name: 'Notes', secret: 'x', accessTokens: 'jwt' } as const;
  expect(defineClient(reported)).toMatchObject({
    ...reported,
    project: { id: 'web', name: 'Notes' },
    kind: 'web',
    authMethod: 'client_secret_basic',
  });
});

test.each([
  ['ada@notes.test', ['ada@notes.test', 'ada@other.test'], 'ada@notes.test'],
  ['ada', ['ada@notes.test', 'ben@notes.test'], 'ada@notes.test'],
  ['ada', ['ada', 'ada@notes.test'], 'ada'],
  ['ada', ['ada@notes.test', 'ada@other.test'], undefined],
  ['ad', ['ada@notes.test'], undefined],
  ['', ['ada@notes.test'], undefined],
])('%j among %j is the login name %j', (typed, names, meant) => {
  expect(loginOf(...names).userNamed(records, typed)?.loginName).toBe(meant);
});

test('an application is found in a list, or by its id', () => {
  const other = defineClient({ id: 'other' });
  const listed = defineLogin<Record<never, never>>({ clients: () => [client, other], users: () => [] });
  expect(['web', 'other', 'none'].map((id) => listed.client(records, id))).toEqual([client, other, undefined]);
  expect([...login.clients(records)]).toEqual([]);
});

test('a user is found by id', () => {
  expect(login.user(records, 'id of ada@notes.test')?.loginName).toBe('ada@notes.test');
  expect(login.user(records, 'ada@notes.test')).toBeUndefined();
});

test('claims are the name, if requested, and the custom ones of tokens', () => {
  const assertions = () => ({ plan: 'free' });
  const { claims } = defineLogin<Record<never, never>>({
    client: () => client,
    users: () => [user('ada@notes.test')],
    assertions,
  });
  const claimsFor = (...scopes: readonly string[]) =>
    claims(records, 'id of ada@notes.test', client, new Set(scopes), 'userinfo');
  expect(claimsFor('openid')).toEqual({ plan: 'free' });
  expect(claimsFor('openid', 'profile')).toEqual({ plan: 'free', name: 'Ada', preferred_username: 'ada@notes.test' });
});

test('own settings of an API win', () => {
  const rejection = () => 'Not today.';
  const own = defineLogin<Record<never, never>>({ ...login, rejection, ownScopes: ['openid', 'notes'] });
  expect(own.rejection(records, 'any', client)).toBe('Not today.');
  expect(own.ownScopes).toEqual(['openid', 'notes']);
});
