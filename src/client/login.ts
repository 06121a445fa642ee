// Who is logged in, and the tokens that were given, from a test.

import type { EndedLogin, GivenToken, Login } from '../server/control/operations.ts';
import type { Control } from './control.ts';

/** Somebody who is logged in with a browser. */
export type SandboxLogin = Login & {
  /**
   * Ends it, as if the user had logged out elsewhere: the browser is asked to log in again, and tokens that came of it are refused.
   *
   * @param how.keepOffline - whether applications with `offline_access` keep their tokens. Default false
   * @throws UnderstudyError `not_found` if it has ended
   */
  end(how?: { readonly keepOffline?: boolean }): Promise<EndedLogin>;
};

/** A token that is valid, without what is secret. */
export type SandboxToken = GivenToken & {
  /**
   * Lets it be refused from now on; with a refresh token also the access tokens that were given for the same.
   *
   * @throws UnderstudyError `not_found` if it is not valid any more
   */
  revoke(): Promise<void>;
};

export function sandboxLogin(login: Login, control: Control): SandboxLogin {
  return { ...login, end: (how = {}) => control('endLogin', { ...how, id: login.id }) };
}

export function sandboxToken(token: GivenToken, control: Control): SandboxToken {
  return { ...token, revoke: () => control('revokeToken', { id: token.id }) };
}
