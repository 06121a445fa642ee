// Client authentication where oidc-provider differs from the reference implementation.

import type { Client, KoaContextWithOIDC, Provider as ProviderOf } from 'oidc-provider';
import { addNotice } from './exchange-notices.ts';
import type { LoginClient } from './login/login-types.ts';
import type { LoginSandbox } from './login-sandbox.ts';
import { errors, Provider } from './oidc-provider.ts';
import { overrideMethod } from './override-method.ts';
import { assertionProblem } from './tokens/assertion.ts';
import { readJwt } from './tokens/jwt.ts';

/** As the library puts it; `explain.ts` adds which one is right. */
const OTHER_METHOD = 'the provided authentication mechanism does not match the registered client authentication method';

export interface ClientAuthentication {
  /** Whether an assertion needs a `jti`, and is good for one use. SDKs of the reference implementation send none, and use one for an hour. */
  readonly strictAssertions: boolean;
}

/**
 * Accepts assertions as the reference implementation does: `incoming.ts` moves them to the client secret. And a secret
 * in a form requires that method of the client.
 */
export function authenticateClients(
  provider: ProviderOf,
  { login, records }: LoginSandbox,
  { strictAssertions }: ClientAuthentication,
): void {
  overrideMethod(
    provider.Client.prototype,
    'compareClientSecret',
    (before) =>
      async function (this: Client, sent: string) {
        const client = login.client(records, this.clientId);
        const isInForm = Provider.ctx?.oidc.params?.client_secret !== undefined;
        if (client?.authMethod === 'client_secret_basic' && isInForm) throw new errors.InvalidClientAuth(OTHER_METHOD);
        if (client?.authMethod !== 'private_key_jwt') return before.call(this, sent);
        if (!isInForm || !readJwt(sent)) throw new errors.InvalidClientAuth(OTHER_METHOD);
        const problem = (await problemIn(sent, client)) ?? (strictAssertions ? await reuse(sent, client) : undefined);
        if (problem !== undefined) throw new errors.InvalidClientAuth(problem);
        return true;
      },
  );

  async function problemIn(assertion: string, { id, keys }: LoginClient): Promise<string | undefined> {
    const { oidc } = Provider.ctx ?? {};
    return assertionProblem(assertion, { id, keys, audience: [...(oidc?.clientJwtAuthExpectedAudience() ?? [])] });
  }

  /** Why an assertion has been used before. */
  async function reuse(assertion: string, { id }: LoginClient): Promise<string | undefined> {
    const { jti, exp } = readJwt(assertion)?.payload ?? {};
    if (typeof jti !== 'string' || jti === '') return 'the assertion needs a jti (--strict-assertions)';
    const isNew = await provider.ReplayDetection.unique(id, jti, Number(exp) + 60);
    return isNew ? undefined : 'the assertion was already used (--strict-assertions)';
  }
}

/**
 * Rejects introspection by an unauthenticated client (RFC 7662, section 2.1). The library allows it for the client's
 * own tokens.
 */
export function rejectAnonymousIntrospection(ctx: KoaContextWithOIDC): void {
  const { route, client } = ctx.oidc;
  if (route !== 'introspection' || client?.clientAuthMethod !== 'none') return;
  ctx.status = 401;
  ctx.set('www-authenticate', `Basic realm="${ctx.oidc.issuer}"`);
  ctx.body = { error: 'invalid_client', error_description: 'client authentication failed' };
  addNotice(ctx, {
    reason: 'introspection requires client authentication, and this client has none (RFC 7662, section 2.1)',
  });
}
