// Assertions: what programs sign to say who they are (RFC 7523).

import { createPublicKey } from 'node:crypto';
import { readJwt } from './jwt.ts';
import type { LoginKey } from './login.ts';

/** In seconds, as the reference implementation has it: how old one may be. */
const OLDEST = 3600;
/** In seconds: how long one may be good for. A lost one should not open anything for ever. */
const LONGEST = 86_400;
/** By how much clocks may differ, in seconds. */
const TOLERANCE = 15;

/** Who must have signed it, and for whom. */
export interface Signatory {
  /** Of the client or the user. */
  readonly id: string;
  readonly keys: readonly LoginKey[];
  /** One of these must be its audience. */
  readonly audience: readonly string[];
}

/** What is wrong with an assertion (RFC 7523, section 3); undefined when nothing is. */
export function problemOf(assertion: string, { id, keys, audience }: Signatory): string | undefined {
  const jwt = readJwt(assertion);
  if (!jwt) return 'the assertion is no JWT';
  const { kid } = jwt.header;
  const key = keys.find((one) => one.id === kid);
  if (!key) return `the assertion is signed with the key (kid) ${kid}, which ${id} does not have`;
  if (!jwt.isSignedWith(createPublicKey(key.publicKey))) return `the assertion is not signed with the key (kid) ${kid}`;
  const { iss, sub, aud, iat, exp, nbf } = jwt.payload;
  const now = Date.now() / 1000;
  if (iss !== id || sub !== id) return `iss and sub of the assertion must be ${id}`;
  if (![aud].flat().some((one) => audience.some((other) => other === one)))
    return `aud of the assertion must be ${audience.join(' or ')}`;
  if (typeof iat !== 'number' || iat > now + TOLERANCE || iat < now - OLDEST - TOLERANCE)
    return 'iat of the assertion must be within the last hour';
  if (typeof exp !== 'number' || exp > now + LONGEST + TOLERANCE) return 'exp of the assertion must be within a day';
  if (exp <= now - TOLERANCE) return 'the assertion has expired';
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + TOLERANCE))
    return 'the assertion is not valid yet';
  return undefined;
}
