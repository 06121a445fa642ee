// JSON Web Tokens, signed with RS256 and nothing else (RFC 7519, RFC 7515).

import { type KeyObject, sign, verify } from 'node:crypto';

type Fields = Readonly<Record<string, unknown>>;

/** What a token says; nothing of it is certain before its signature was looked at. */
export interface Jwt {
  readonly header: Fields;
  readonly payload: Fields;
  /** Whether it was signed with this key. */
  isSignedWith(publicKey: KeyObject): boolean;
}

/** A token that says this. */
export function signJwt(payload: Fields, key: KeyObject, header: Fields): string {
  const text = [{ alg: 'RS256', ...header }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

/** Reads a token; undefined for what is none. */
export function readJwt(token: string): Jwt | undefined {
  const parts = token.split('.');
  const [head = '', body = '', signature = ''] = parts;
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part))) return undefined;
  const header = readPart(head);
  const payload = readPart(body);
  if (!header || !payload) return undefined;
  return {
    header,
    payload,
    isSignedWith: (publicKey) =>
      header.alg === 'RS256' &&
      header.crit === undefined &&
      publicKey.asymmetricKeyType === 'rsa' &&
      verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url')),
  };
}

function readPart(part: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}
