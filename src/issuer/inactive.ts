// Why introspection says of a token that it is not active (RFC 7662, section 2.2): whoever asks is not told, its developers are.

import type { KoaContextWithOIDC } from 'oidc-provider';
import { remark } from './remarks.ts';
import { artifactId, hasEnded, issuerStore, TOKENS } from './state.ts';
import type { World } from './world.ts';

/** Remarks the reason, where that is the answer. */
export function remarkInactive(ctx: KoaContextWithOIDC, world: World): void {
  const { route, params } = ctx.oidc;
  const body = ctx.body as { readonly active?: unknown } | undefined;
  if (route === 'introspection' && body?.active === false) remark(ctx, { reason: reasonOf(ctx, world, params?.token) });
}

function reasonOf({ oidc }: KoaContextWithOIDC, { sandbox, login, records }: World, token: unknown): string {
  const { given } = issuerStore(sandbox).collections;
  const now = sandbox.now();
  const found = TOKENS.map((kind) => given.get(artifactId(kind, String(token)))).find((one) => one !== undefined);
  if (!found) return `the token was not given in the sandbox ${sandbox.name}, or it was revoked`;
  if (hasEnded(found, now)) return `the token ended at ${found.ends}`;
  const { accountId, clientId, grantId = '', consumed } = found.payload;
  if (consumed) return 'the refresh token was used already';
  if (accountId === undefined || !login.user(records, accountId)) return 'the user of the token is not active';
  const grant = given.get(artifactId('Grant', grantId));
  if (!grant || hasEnded(grant, now)) return 'what the token was given for was revoked, or has ended';
  const asking = login.client(records, oidc.client?.clientId ?? '')?.name ?? 'this client';
  const owner = clientId === undefined ? undefined : login.client(records, clientId)?.name;
  return `${asking} may look into its own tokens and into those for its project only; this one was given to ${owner ?? 'no application'}`;
}
