// A login in progress: client, user hint, selectable users and providers.

import type { Interaction } from 'oidc-provider';
import { findUser, type LoginSandbox } from '../login-sandbox.ts';
import { scopesIn } from '../tokens/scopes.ts';
import type { LoginOrganization, LoginProvider, LoginUser } from './login-types.ts';
import type { ExternalLoginView, LoginChoice, LoginView } from './login-view-types.ts';

/** How many users a page shows at most; the others type their login name. */
const SHOWN = 500;

export interface LoginAttempt {
  /** The user hint of the client, as a user or as it was sent. */
  readonly hint: { readonly text: string; readonly user: LoginUser | undefined };
  /** The user who is logged in. */
  readonly current: LoginUser | undefined;
  /** The provider that the client requests. */
  readonly wanted: LoginProvider | undefined;
  /** Why a user may not log in here; undefined when it may. */
  rejection(user: LoginUser): string | undefined;
  /** The other logins that are offered when it is known, or not yet, which organization it is about. */
  providers(organizationId: string | undefined): readonly LoginProvider[];
  view(shown: {
    action: string;
    isOneClick: boolean;
    loginName: string;
    organizationId: string | undefined;
    problem?: string;
  }): LoginView;
  externalView(shown: {
    action: string;
    provider: LoginProvider;
    organizationId: string | undefined;
    problem?: string;
  }): ExternalLoginView;
}

/** The data of an interaction of oidc-provider; undefined if its client was removed. */
export function loginAttempt(
  loginSandbox: LoginSandbox,
  { params, session }: Pick<Interaction, 'params' | 'session'>,
): LoginAttempt | undefined {
  const { login, records } = loginSandbox;
  const client = login.client(records, String(params.client_id));
  if (!client) return undefined;
  const scopes = scopesIn(params.scope);
  const limit = login.organizationOf(records, scopes);
  const text = typeof params.login_hint === 'string' ? params.login_hint : '';
  const current = session && login.user(records, session.accountId);
  const hinted = text === '' ? undefined : findUser(loginSandbox, text);

  const rejection = (user: LoginUser): string | undefined => {
    if (limit && user.organization?.id !== limit.id) return `Only users of ${limit.name} can log in here.`;
    if (user.kind === 'machine') return 'A machine user has no login page; it uses its own credentials.';
    return login.rejection(records, user.id, client);
  };
  const providers = (organizationId: string | undefined) => login.providers(records, limit?.id ?? organizationId);
  const choiceOf = (user: LoginUser): LoginChoice => {
    const reason = rejection(user);
    const roles = login.roles(records, user.id, client);
    const { id, loginName, displayName } = user;
    return { id, loginName, displayName, roles, ...(reason !== undefined && { rejection: reason }) };
  };
  const usersOf = (organizationId: string | undefined) => {
    const all = login
      .users(records)
      .filter(({ organization }) => organizationId === undefined || organization?.id === organizationId);
    return { shown: all.slice(0, SHOWN), unshown: Math.max(0, all.length - SHOWN) };
  };
  const { name, project } = client;
  const asShown = project.name === name ? { name } : { name, project: project.name };

  return {
    hint: { text, user: hinted },
    current,
    wanted: login.providerOf(records, scopes),
    rejection,
    providers,
    view({ action, isOneClick, loginName, organizationId, problem }) {
      const { shown, unshown } = usersOf(limit?.id);
      const havePasswords = shown.some(({ id }) => !login.isPassword(records, id, ''));
      return {
        action,
        client: asShown,
        ...(limit && { organization: limit }),
        groups: groupsOf(shown, choiceOf),
        unshown,
        providers: providers(organizationId),
        loginName,
        ...(havePasswords && { passwords: isOneClick ? ('skipped' as const) : ('required' as const) }),
        ...(current && { current: choiceOf(current) }),
        ...(problem !== undefined && { problem }),
      };
    },
    externalView({ action, provider, organizationId, problem }) {
      const { shown, unshown } = usersOf(limit?.id ?? organizationId);
      const users = shown.map(choiceOf);
      return { action, provider, client: asShown, users, unshown, ...(problem !== undefined && { problem }) };
    },
  };
}

function groupsOf(users: readonly LoginUser[], choiceOf: (user: LoginUser) => LoginChoice): LoginView['groups'] {
  const groups = new Map<string | undefined, { organization?: LoginOrganization; users: LoginChoice[] }>();
  for (const user of users) {
    const { organization } = user;
    const group = groups.get(organization?.id) ?? { ...(organization && { organization }), users: [] };
    groups.set(organization?.id, group);
    group.users.push(choiceOf(user));
  }
  return [...groups.values()];
}
