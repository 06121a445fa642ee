// Credentials of requests, and known ones.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Operation } from '../../../openapi/document.ts';
import type { SecuritySchemeObject } from '../../../openapi/objects.ts';
import { decodeCookie, parseCookies, unquoteCookie } from '../../../openapi/parameters/parse-cookies.ts';
import { decodeQuery, parseQueryPairs } from '../../../openapi/parameters/query-pairs.ts';
import { queryOf, type WireHeaders, type WireRequest } from '../wire.ts';

/**
 * An accepted credential.
 *
 * @example { value: 'key-of-resi', name: 'Resi', scopes: ['pets:write'] }
 * @example { user: 'resi', password: 'secret' }
 */
export type Credential = {
  /** The name of its security scheme in the document. Default: every scheme that it fits. */
  readonly scheme?: string;
  /** The name of the caller. Default: `user`. */
  readonly name?: string;
  /** Default: all. */
  readonly scopes?: readonly string[];
} & (
  | {
      /** An API key or a token; for other HTTP schemes everything after the scheme name. */
      readonly value: string;
    }
  | {
      /** For HTTP Basic. */
      readonly user: string;
      readonly password: string;
    }
);

/** The problems of configured credentials, a sentence each, for JavaScript callers. Secrets are not repeated. */
export function credentialProblems(credentials: unknown): readonly string[] {
  if (!Array.isArray(credentials)) return ['credentials must be a list'];
  return credentials.flatMap((one, index) => {
    const { value, user, password, scheme, name, scopes } = Object(one) as Readonly<Record<string, unknown>>;
    const isText = (text: unknown) => typeof text === 'string' && text !== '';
    const isSecret = isText(value) ? user === undefined : isText(user) && typeof password === 'string';
    const areTextsValid = [scheme, name].every((text) => text === undefined || isText(text));
    const isScopes = scopes === undefined || (Array.isArray(scopes) && scopes.every(isText));
    if (isSecret && areTextsValid && isScopes) return [];
    return [
      `credentials[${index}] must be { value } or { user, password }, and may have scheme, name and a list of scopes`,
    ];
  });
}

/** The credential of a request for a scheme: none, one for another scheme, a malformed one, or a secret. */
export type PresentedCredential =
  | { readonly is: 'nothing' }
  | { readonly is: 'other' }
  | { readonly is: 'malformed'; readonly why: string }
  | { readonly is: 'secret'; readonly secret: string; readonly user?: string };

const NOTHING: PresentedCredential = { is: 'nothing' };
/** RFC 6750, section 2.1. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads the credential at the location of a scheme. */
export function readCredential(scheme: SecuritySchemeObject, request: WireRequest): PresentedCredential {
  switch (scheme.type) {
    case 'apiKey': {
      const key = readApiKey(scheme, request);
      return key ? { is: 'secret', secret: key } : NOTHING;
    }
    case 'http':
      return readAuthorization(scheme.scheme, request);
    case 'oauth2':
    case 'openIdConnect':
      return readAuthorization('bearer', request);
    default:
      return NOTHING;
  }
}

/** Whether a scheme uses bearer tokens. */
export function isBearer(scheme: SecuritySchemeObject | undefined): boolean {
  if (scheme?.type === 'http') return scheme.scheme.toLowerCase() === 'bearer';
  return scheme?.type === 'oauth2' || scheme?.type === 'openIdConnect';
}

function readApiKey(scheme: SecuritySchemeObject & { readonly type: 'apiKey' }, { headers, target }: WireRequest) {
  switch (scheme.in) {
    case 'header':
      return headers[scheme.name.toLowerCase()];
    case 'query': {
      const pair = parseQueryPairs(queryOf(target)).find(({ name }) => name === scheme.name);
      return pair && decodeOrKeep(pair.text);
    }
    case 'cookie': {
      const [sent] = parseCookies(headers.cookie ?? '').get(scheme.name) ?? [];
      return sent === undefined ? undefined : decodeCookie(unquoteCookie(sent));
    }
    default:
      return undefined;
  }
}

function decodeOrKeep(text: string): string {
  try {
    return decodeQuery(text);
  } catch {
    return text;
  }
}

/** Credentials in `Authorization` (RFC 9110, section 11.6.2); those of another scheme are marked. */
function readAuthorization(name: string, { headers: { authorization } }: WireRequest): PresentedCredential {
  const [, scheme = '', rest = ''] = /^(\S+)(?: +(.*))?$/.exec(authorization?.trim() ?? '') ?? [];
  if (scheme === '') return NOTHING;
  if (scheme.toLowerCase() !== name.toLowerCase()) return { is: 'other' };
  if (rest === '') return { is: 'malformed', why: `no credentials after ${scheme}` };
  switch (name.toLowerCase()) {
    case 'basic':
      return readBasic(rest);
    case 'bearer':
      return TOKEN.test(rest)
        ? { is: 'secret', secret: rest }
        : { is: 'malformed', why: 'malformed bearer token (RFC 6750, section 2.1)' };
    default:
      return { is: 'secret', secret: rest };
  }
}

/** RFC 7617, section 2. */
function readBasic(text: string): PresentedCredential {
  const pair = BASE64.test(text) ? Buffer.from(text, 'base64').toString() : '';
  const colon = pair.indexOf(':');
  if (colon === -1)
    return { is: 'malformed', why: 'malformed Basic credentials: expected user:password in Base64 (RFC 7617)' };
  return { is: 'secret', secret: pair.slice(colon + 1), user: pair.slice(0, colon) };
}

/** Searches known credentials, in constant time. */
interface KnownCredentials {
  /** Undefined for one that is not known. */
  find(scheme: string, presented: PresentedCredential & { readonly is: 'secret' }): Credential | undefined;
}

export function createKnownCredentials(accepted: readonly Credential[]): KnownCredentials {
  const entries = accepted.map((credential) => ({
    credential,
    digest: 'value' in credential ? digestOf(credential.value) : digestOf(credential.password, credential.user),
  }));
  return {
    find(scheme, { secret, user }) {
      const presented = digestOf(secret, user);
      let found: Credential | undefined;
      for (const { credential, digest } of entries) {
        const isSame = timingSafeEqual(digest, presented);
        if (isSame && (credential.scheme === undefined || credential.scheme === scheme)) found ??= credential;
      }
      return found;
    },
  };
}

/** Digests are of one length, whatever they are of. */
function digestOf(secret: string, user?: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([secret, user]))
    .digest();
}

const headersByOperation = new WeakMap<Operation, readonly string[]>();

/** The header fields of an operation that hold API keys, in lower case. */
function apiKeyHeaders(operation: Operation): readonly string[] {
  const cached = headersByOperation.get(operation);
  if (cached) return cached;
  const names = operation.security
    .flat()
    .flatMap(({ scheme }) => (scheme?.type === 'apiKey' && scheme.in === 'header' ? [scheme.name.toLowerCase()] : []));
  headersByOperation.set(operation, names);
  return names;
}

/** A token, a password (HTTP Basic) or an API key; undefined when there is none. */
export function findHeaderCredential(headers: WireHeaders, operation: Operation): string | undefined {
  const { authorization } = headers;
  if (authorization !== undefined) {
    const [scheme = '', value = ''] = authorization.split(/ +/, 2);
    return /^basic$/i.test(scheme) ? parsePassword(value) : value;
  }
  for (const name of apiKeyHeaders(operation)) if (headers[name] !== undefined) return headers[name];
  return undefined;
}

function parsePassword(value: string): string {
  const text = Buffer.from(value, 'base64').toString();
  return text.slice(text.indexOf(':') + 1);
}
