// JSON Web Tokens, signed with RS256 and nothing else (RFC 7519, RFC 7515). The only door to jose.

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

/** What a token says; nothing of it is certain before its signature was looked at. */
export interface Jwt {
  readonly header: Fields;
  readonly payload: Fields;
}

/** A token that says this. */
export function signJwt(payload: Fields, key: KeyObject, header: Fields): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ ...header, alg: RS256 }).sign(key);
}

/** Reads a token; undefined for what is none. */
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

/** What a claim was found to be: `invalid` also where it is missing. */
export interface ClaimProblem {
  readonly claim: string;
  readonly isExpired: boolean;
}

/** The first claim of a token, whoever signed it with this key, that breaks these rules; `unsigned` where it was signed with another one. */
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
