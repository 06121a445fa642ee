// Scopes as OAuth writes them, and those that mean something.

import type { KoaContextWithOIDC } from 'oidc-provider';
import { remark } from '../remarks.ts';
import type { World } from '../world.ts';

/** OpenID Connect Core 1.0, sections 5.4 and 11. */
export const OIDC_SCOPES: readonly string[] = ['openid', 'profile', 'email', 'phone', 'address', 'offline_access'];

/** The scopes in a text (RFC 6749, section 3.3). */
export function scopesIn(text: unknown): ReadonlySet<string> {
  return new Set(typeof text === 'string' ? text.split(' ').filter(Boolean) : []);
}

/** Those that mean something, to OpenID Connect or to the api. */
export function knownScopes({ login }: World, text: unknown): ReadonlySet<string> {
  return new Set([...scopesIn(text)].filter((scope) => OIDC_SCOPES.includes(scope) || login.isScope(scope)));
}

/** Where scopes are asked for. */
const ASKING = ['authorization', 'device_authorization', 'token'];

/** Remarks which scopes were asked for and mean nothing: they are ignored. */
export function remarkUnknownScopes(ctx: KoaContextWithOIDC, world: World): void {
  const { route, body } = ctx.oidc;
  if (ctx.status >= 400 || !ASKING.includes(route)) return;
  // What was sent; the library has taken the others out of the parameters.
  const { scope: asked } = (ctx.method === 'POST' ? body : ctx.query) ?? {};
  const known = knownScopes(world, asked);
  const unknown = [...scopesIn(asked)].filter((scope) => !known.has(scope));
  remark(ctx, { warnings: unknown.map((scope) => `unknown scope ${scope} was ignored`) });
}
