// JSON Web Tokens with RS256 (RFC 7519, RFC 7515). The only door to jose.

import type { KeyObject } from 'node:crypto';
import {
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTVerifyOptions,
  jwtVerify,
  SignJWT,
} from 'jose';

const RS256 = 'RS256';

type Fields = Readonly<Record<string, unknown>>;

/** The content of a token, untrusted before its signature is verified. */
export interface Jwt {
  readonly header: Fields;
  readonly payload: Fields;
}

/** A signed token with these claims. */
export function signJwt(payload: Fields, key: KeyObject, header: Fields): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ ...header, alg: RS256 }).sign(key);
}

/** Parses a token; undefined if it is none. */
export function readJwt(token: string): Jwt | undefined {
  try {
    return { header: decodeProtectedHeader(token), payload: decodeJwt(token) };
  } catch {
    return undefined;
  }
}

/** Whether a token was signed with this key. */
export async function isSignedWith(token: string, key: KeyObject): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: [RS256] });
    return true;
  } catch {
    // Another signature, another algorithm, or a key of another kind.
    return false;
  }
}

/** The problem of a claim: `invalid` if it is missing, too. */
export interface ClaimProblem {
  readonly claim: string;
  readonly isExpired: boolean;
}

/** The first claim of a token that violates these rules; `unsigned` for a wrong signature. */
export async function claimProblem(
  token: string,
  key: KeyObject,
  rules: JWTVerifyOptions,
): Promise<ClaimProblem | 'unsigned' | undefined> {
  try {
    await jwtVerify(token, key, { ...rules, algorithms: [RS256] });
    return undefined;
  } catch (error) {
    const isExpired = error instanceof errors.JWTExpired;
    if (isExpired || error instanceof errors.JWTClaimValidationFailed) return { claim: error.claim, isExpired };
    return 'unsigned';
  }
}
