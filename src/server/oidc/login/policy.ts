// Decides when a login page is shown. There is no consent page.

import type { KoaContextWithOIDC } from 'oidc-provider';
import { findUser, type LoginSandbox } from '../login-sandbox.ts';
import { interactionPolicy } from '../oidc-provider.ts';
import { scopesIn } from '../tokens/scopes.ts';

const { base, Check, Prompt } = interactionPolicy;

/** Prompts, in order of evaluation. */
export function promptsOf(loginSandbox: LoginSandbox) {
  const { login, records } = loginSandbox;
  const policy = base();
  policy.get('consent')?.checks.clear();
  const required = (
    reason: string,
    description: string,
    isNeeded: (account: string, ctx: KoaContextWithOIDC) => boolean,
  ) =>
    new Check(reason, description, 'login_required', (ctx) => {
      const account = ctx.oidc.session?.accountId;
      return account !== undefined && isNeeded(account, ctx);
    });
  policy.get('login')?.checks.push(
    required('user_gone', 'the user of the session can no longer log in', (id) => !login.user(records, id)),
    required('other_user', 'the request is for another user than the one of the session', (id, ctx) => {
      const hint = ctx.oidc.params?.login_hint;
      // The user who has just logged in counts, whatever the hint.
      if (typeof hint !== 'string' || ctx.oidc.result?.login) return false;
      const hinted = findUser(loginSandbox, hint);
      return hinted !== undefined && hinted.id !== id;
    }),
    required('other_organization', 'the login is limited to another organization', (id, ctx) => {
      const limit = login.organizationOf(records, scopesIn(ctx.oidc.params?.scope));
      return limit !== undefined && login.user(records, id)?.organization?.id !== limit.id;
    }),
    required('not_allowed', 'the user of the session is not authorized for this application', (id, ctx) => {
      const client = login.client(records, ctx.oidc.client?.clientId ?? '');
      return client !== undefined && login.rejection(records, id, client) !== undefined;
    }),
  );
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}
