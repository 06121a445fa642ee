// Logins and tokens of a sandbox, for tests.

import type { EndedLogin, GivenToken, Login } from '../server/control/operations.ts';
import type { Control } from './control.ts';

/** A user who is logged in with a browser. */
export type SandboxLogin = Login & {
  /**
   * Ends it, like a logout elsewhere: the browser has to log in again, and its tokens are rejected.
   *
   * @param how.keepOffline - whether applications with `offline_access` keep their tokens. Default false
   * @throws UnderstudyError `not_found` if it has ended
   */
  end(how?: { readonly keepOffline?: boolean }): Promise<EndedLogin>;
};

/** A valid token, without its secret. */
export type SandboxToken = GivenToken & {
  /**
   * Revokes it; a refresh token together with the access tokens of the same grant.
   *
   * @throws UnderstudyError `not_found` if it is no longer valid
   */
  revoke(): Promise<void>;
};

export function sandboxLogin(login: Login, control: Control): SandboxLogin {
  return { ...login, end: (how = {}) => control('endLogin', { ...how, id: login.id }) };
}

export function sandboxToken(token: GivenToken, control: Control): SandboxToken {
  return { ...token, revoke: () => control('revokeToken', { id: token.id }) };
}
