// Reasons for inactive tokens (RFC 7662, section 2.2): for developers, not in the response.

import type { KoaContextWithOIDC } from 'oidc-provider';
import { addNotice } from '../exchange-notices.ts';
import type { LoginSandbox } from '../login-sandbox.ts';
import { artifactId, hasEnded, issuerStore, TOKENS } from './issuer-state.ts';

/** Adds the reason to such a response. */
export function reportInactive(ctx: KoaContextWithOIDC, world: LoginSandbox): void {
  const { route, params } = ctx.oidc;
  const body = ctx.body as { readonly active?: unknown } | undefined;
  if (route === 'introspection' && body?.active === false)
    addNotice(ctx, { reason: reasonOf(ctx, world, params?.token) });
}

function reasonOf({ oidc }: KoaContextWithOIDC, { sandbox, login, records }: LoginSandbox, token: unknown): string {
  const { given } = issuerStore(sandbox).collections;
  const now = sandbox.now();
  const found = TOKENS.map((kind) => given.get(artifactId(kind, String(token)))).find((one) => one !== undefined);
  if (!found) return `the token was not issued in sandbox ${sandbox.name}, or was revoked`;
  if (hasEnded(found, now)) return `the token expired at ${found.ends}`;
  const { accountId, clientId, grantId = '', consumed } = found.payload;
  if (consumed) return 'the refresh token was already used';
  if (accountId === undefined || !login.user(records, accountId)) return 'the user of the token is not active';
  const grant = given.get(artifactId('Grant', grantId));
  if (!grant || hasEnded(grant, now)) return 'the grant of the token was revoked, or expired';
  const asking = login.client(records, oidc.client?.clientId ?? '')?.name ?? 'this client';
  const owner = clientId === undefined ? undefined : login.client(records, clientId)?.name;
  return `${asking} can only introspect its own tokens and those for its project; this one was issued to ${owner ?? 'no application'}`;
}
