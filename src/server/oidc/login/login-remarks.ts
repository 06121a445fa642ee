// Fields of login users and clients that are missing or have no effect.

import { isRecord } from '../../../schema/is-record.ts';
import type { AnyStore } from '../../pipeline/api/api.ts';
import type { AnyLoginApi } from './login-api.ts';
import type { LoginClient, LoginUser } from './login-types.ts';

const USER_FIELDS: Readonly<Record<keyof LoginUser, true>> = {
  id: true,
  loginName: true,
  displayName: true,
  kind: true,
  organization: true,
};
const CLIENT_FIELDS: Readonly<Record<keyof LoginClient, true>> = {
  id: true,
  name: true,
  project: true,
  kind: true,
  authMethod: true,
  secret: true,
  redirectUris: true,
  postLogoutRedirectUris: true,
  grantTypes: true,
  responseTypes: true,
  devMode: true,
  accessTokens: true,
  fullIdTokens: true,
  keys: true,
  backChannelLogoutUri: true,
};
/** How many users and clients are checked. */
const CHECKED = 1000;

/** One sentence per problem, for users without types. */
export function loginRemarks({ name, login }: AnyLoginApi, store: AnyStore | undefined): readonly string[] {
  if (!login || !store) return [];
  const users = first(login.users(store.collections));
  const incomplete = users.flatMap((user, index) => {
    const missing = (['id', 'loginName', 'displayName'] as const).filter((field) => typeof user[field] !== 'string');
    return missing.length === 0 ? [] : [`${name}: user ${index + 1} of the login has no ${missing.join(', ')}`];
  });
  const report = (what: string, items: readonly object[], known: object, advice = '') => {
    const fields = unknownFields(items, known);
    return fields.length === 0 ? [] : [`${name}: ignored fields of ${what}: ${fields.join(', ')}${advice}`];
  };
  return [
    ...incomplete,
    ...report('login users', users, USER_FIELDS, '; for claims, see assertions of defineLogin'),
    ...report('login clients', first(login.clients(store.collections)), CLIENT_FIELDS),
  ];
}

function first(all: Iterable<unknown>): readonly Readonly<Record<string, unknown>>[] {
  return [...all].slice(0, CHECKED).filter(isRecord);
}

function unknownFields(items: readonly object[], known: object): readonly string[] {
  return [...new Set(items.flatMap(Object.keys))].filter((field) => !Object.hasOwn(known, field));
}
