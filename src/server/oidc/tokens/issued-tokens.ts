// Users of bearer tokens, for an API that leaves authentication to its login.

import type { IssuedTokens } from '../../pipeline/authenticate-caller.ts';
import type { LoginSandbox } from '../login-sandbox.ts';
import { activeToken, describeInvalidToken } from './active-token.ts';
import type { IssuerKeys } from './keys.ts';

/** @param openKeys - called only for a JWT */
export function issuedTokens(loginSandbox: LoginSandbox, openKeys: () => Promise<IssuerKeys>): IssuedTokens {
  const { login, records, sandbox } = loginSandbox;
  return {
    async user(token) {
      const known =
        login.personalToken(records, token, sandbox.now()) ?? (await activeToken(token, loginSandbox, openKeys));
      const user = known && login.user(records, known.userId);
      return user && { id: user.id, name: user.displayName, scopes: [...known.scopes] };
    },
    problem: (token) => describeInvalidToken(token, loginSandbox, openKeys),
    isScope: (scope) => login.isScope(scope),
  };
}
