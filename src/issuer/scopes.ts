// Scopes as OAuth writes them, and those that mean something.

import type { World } from './world.ts';

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
