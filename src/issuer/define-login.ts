// Logins in a few lines: what an api does not say of its applications and users is as usual.

import type { Collections } from '../store/record.ts';
import type { Login, LoginClient, LoginUser } from './login.ts';

/**
 * An application that logs people in, on a developer's machine. Default: a single-page application, or with a `secret` one that runs on a server;
 * authorization code and refresh tokens, `http` allowed, opaque tokens, and a project of the same name.
 *
 * @example
 * const web = defineClient({ id: 'notes-web', redirectUris: ['http://localhost:5173/callback'] });
 */
export function defineClient(client: Pick<LoginClient, 'id'> & Partial<LoginClient>): LoginClient {
  const { id, name = id, secret } = client;
  return {
    name,
    project: { id, name },
    ...(secret === undefined
      ? { kind: 'user-agent', authMethod: 'none' }
      : { kind: 'web', authMethod: 'client_secret_basic' }),
    redirectUris: [],
    postLogoutRedirectUris: [],
    grantTypes: ['authorization_code', 'refresh_token'],
    responseTypes: ['code'],
    devMode: true,
    accessTokens: 'opaque',
    keys: [],
    ...client,
  };
}

/** What an api must tell: its users, and its applications, all of them or each one by its id. */
type Told<C extends Collections<C>> = Pick<Login<C>, 'users'> &
  Partial<Login<C>> &
  (Pick<Login<C>, 'clients'> | Pick<Login<C>, 'client'>);

/**
 * The login of an api that tells its applications and its users. Default: each user may log in with each application by any password; `profile` gives
 * the name and the login name; there are no roles, no other logins, no programs that log in as themselves, no tokens of its own, and no scopes of its own.
 *
 * @example
 * const login = defineLogin<Records>({
 *   clients: () => [web],
 *   users: ({ people }) => [...people.values()].map(asUser),
 * });
 */
export function defineLogin<C extends Collections<C>>(login: Told<C>): Login<C> {
  // Where single applications are told only, there is no list to show.
  const clients: Login<C>['clients'] = login.clients ?? (() => []);
  const user: Login<C>['user'] = login.user ?? ((records, id) => login.users(records).find((one) => one.id === id));
  const assertions: Login<C>['assertions'] = login.assertions ?? (() => ({}));
  return {
    client: (records, id) => [...clients(records)].find((one) => one.id === id),
    clients,
    user,
    userNamed: (records, name) => named(login.users(records), name),
    providers: () => [],
    roles: () => [],
    refusal: () => undefined,
    isPassword: () => true,
    claims(records, userId, client, scopes, place) {
      const { displayName, loginName } = user(records, userId) ?? {};
      const profile = scopes.has('profile') ? { name: displayName, preferred_username: loginName } : {};
      return { ...profile, ...assertions(records, userId, client, scopes, place) };
    },
    assertions,
    organizationOf: () => undefined,
    scopeProblem: () => undefined,
    providerOf: () => undefined,
    audience: () => [],
    isScope: () => false,
    ownScopes: ['openid'],
    personalToken: () => undefined,
    machine: () => undefined,
    ...login,
  };
}

/** By the whole login name, else by the part before the `@` if only one user has it. */
function named(users: readonly LoginUser[], name: string): LoginUser | undefined {
  const whole = users.find(({ loginName }) => loginName === name);
  const [first, ...others] = users.filter(({ loginName }) => loginName.startsWith(`${name}@`));
  return whole ?? (others.length === 0 ? first : undefined);
}
