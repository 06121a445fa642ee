// Parses scopes, and reports unknown ones.

import type { KoaContextWithOIDC } from 'oidc-provider';
import { addNotice } from '../exchange-notices.ts';
import type { LoginSandbox } from '../login-sandbox.ts';

/** OpenID Connect Core 1.0, sections 5.4 and 11. */
export const OIDC_SCOPES: readonly string[] = ['openid', 'profile', 'email', 'phone', 'address', 'offline_access'];

/** The scopes in a text (RFC 6749, section 3.3). */
export function scopesIn(text: unknown): ReadonlySet<string> {
  return new Set(typeof text === 'string' ? text.split(' ').filter(Boolean) : []);
}

/** The scopes with a meaning, for OpenID Connect or for the API. */
export function knownScopes({ login }: LoginSandbox, text: unknown): ReadonlySet<string> {
  return new Set([...scopesIn(text)].filter((scope) => OIDC_SCOPES.includes(scope) || login.isScope?.(scope)));
}

/** Endpoints with scopes. */
const ASKING = ['authorization', 'device_authorization', 'token'];

/** Reports unknown scopes, which are ignored. */
export function reportUnknownScopes(ctx: KoaContextWithOIDC, loginSandbox: LoginSandbox): void {
  const { route, body } = ctx.oidc;
  if (ctx.status >= 400 || !ASKING.includes(route)) return;
  // The scopes as they were sent; the library has removed unknown ones from the parameters.
  const { scope: requested } = (ctx.method === 'POST' ? body : ctx.query) ?? {};
  const known = knownScopes(loginSandbox, requested);
  const unknown = [...scopesIn(requested)].filter((scope) => !known.has(scope));
  addNotice(ctx, { warnings: unknown.map((scope) => `unknown scope ${scope} was ignored`) });
}
