// Other callers of the server: a second one, and those that it must reject.

import type { CredentialsByScheme } from './credentials.ts';
import { forgeTokens, type RejectedToken } from './oauth/forged-tokens.ts';

/** Callers besides the one whose credentials all other requests have. */
export interface Callers {
  /** A second caller, without access to the items of the first. Undefined: access control is not tested. */
  readonly other?: CredentialsByScheme;
  /** Valid tokens without the scopes of the operations. Default: none. */
  readonly unscoped?: CredentialsByScheme;
  /** Tokens that the server must reject, by security scheme. Default: none. */
  readonly rejected?: ReadonlyMap<string, readonly RejectedToken[]>;
}

/**
 * The tokens that a server must reject.
 *
 * @param expired - expired tokens by security scheme
 * @param valid - the credentials of the first caller; JSON Web Tokens among them are forged
 */
export function listRejectedTokens(
  expired: CredentialsByScheme,
  valid: CredentialsByScheme,
): ReadonlyMap<string, readonly RejectedToken[]> {
  const names = new Set([...expired.keys(), ...valid.keys()]);
  return new Map(
    [...names].map((name) => {
      const token = expired.get(name);
      const given = token === undefined ? [] : [{ token, description: 'with an expired token' }];
      return [name, [...given, ...forgeTokens(valid.get(name) ?? '')]] as const;
    }),
  );
}
