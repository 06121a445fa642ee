// Defines logins and OAuth clients with defaults.

import type { RecordTypes } from '../../../store/record.ts';
import { CLIENT_CREDENTIALS } from '../tokens/grant-types.ts';
import type { Login, LoginClient, LoginMachine, LoginUser } from './login-types.ts';

/**
 * Defines an OAuth client. Default: a single-page application, or with `secret` a web application; authorization code
 * and refresh tokens, `http` allowed, opaque tokens, a project of the same name.
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

/** The required settings: users, and clients as a list or one by one. */
type GivenLogin<C extends RecordTypes<C>> = Pick<Login<C>, 'users'> &
  Partial<Login<C>> &
  (Pick<Login<C>, 'clients'> | Pick<Login<C>, 'client'>);

/**
 * Defines the login of an API. Defaults: each user may log in with each client by any password; the scope `profile`
 * adds name and login name; the scopes of the document; clients with the grant type `client_credentials` are machine
 * users; no roles, external identity providers or personal access tokens.
 *
 * @example
 * const login = defineLogin<Records>({
 *   clients: () => [web],
 *   users: ({ people }) => [...people.values()].map(asUser),
 * });
 */
export function defineLogin<C extends RecordTypes<C>>(login: GivenLogin<C>): Login<C> {
  // With a lookup only, there is no list.
  const clients: Login<C>['clients'] = login.clients ?? (() => []);
  const client: Login<C>['client'] =
    login.client ?? ((records, id) => [...clients(records)].find((one) => one.id === id));
  const machine: Login<C>['machine'] = login.machine ?? ((records, id) => machineOf(client(records, id)));
  const user: Login<C>['user'] =
    login.user ?? ((records, id) => login.users(records).find((one) => one.id === id) ?? machine(records, id)?.user);
  const assertions: Login<C>['assertions'] = login.assertions ?? (() => ({}));
  return {
    client,
    clients,
    user,
    userNamed: (records, name) => named(login.users(records), name),
    providers: () => [],
    roles: () => [],
    rejection: () => undefined,
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
    ownScopes: ['openid'],
    personalToken: () => undefined,
    machine,
    ...login,
  };
}

/** The machine user of a client that gets tokens for itself. */
function machineOf(client: LoginClient | undefined): LoginMachine | undefined {
  if (!client?.grantTypes.includes(CLIENT_CREDENTIALS)) return undefined;
  const { id, name, secret, keys } = client;
  const user: LoginUser = { id, loginName: id, displayName: name, kind: 'machine' };
  return { user, keys, ...(secret !== undefined && { secret }) };
}

/** By the whole login name, else by the part before the `@` if only one user has it. */
function named(users: readonly LoginUser[], name: string): LoginUser | undefined {
  const whole = users.find(({ loginName }) => loginName === name);
  const [first, ...others] = users.filter(({ loginName }) => loginName.startsWith(`${name}@`));
  return whole ?? (others.length === 0 ? first : undefined);
}
