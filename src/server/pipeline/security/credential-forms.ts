// Finds the credentials of requests in other texts, also encoded.

import type { WireRequest } from '../wire.ts';
import { KnownSecrets } from './known-secrets.ts';
import { redactShapes } from './redact-shapes.ts';
import { secretsInBody } from './redact-text.ts';
import { REDACTED } from './redacted.ts';
import { isSecretHeader, isSecretParameter } from './secret-name.ts';

/** Minimum length of a searched credential, in characters; and of one with letters only, which may be a word. */
interface Distinctive {
  readonly shortest: number;
  readonly shortestWord: number;
}

/** In a body, names of properties and sentences stay. */
const IN_BODIES: Distinctive = { shortest: 8, shortestWord: 20 };
/** In one line of a log, a word too much is left out rather than a password shown. */
const IN_LOGS: Distinctive = { shortest: 4, shortestWord: 7 };

/** Names and values of headers. */
type HeaderPairs = Iterable<readonly [name: string, value: string]>;

/**
 * The credentials of a request: tokens, keys, user and password of Basic and the password alone, session cookies,
 * secret query parameters.
 *
 * @param keys - names of headers, in lower case, and parameters for API keys
 */
export function findCredentials(headers: HeaderPairs, target: string, keys: ReadonlySet<string> = NO_KEYS): string[] {
  const found: string[] = [];
  for (const [name, value] of headers) {
    if (/^(?:proxy-)?authorization$/i.test(name)) found.push(...inAuthorization(value));
    else if (/^(?:set-)?cookie$/i.test(name)) found.push(...inCookies(name, value, keys));
    else if (/^sec-websocket-protocol$/i.test(name)) found.push(...protocolsOf(value).filter(isLikeToken));
    else if (keys.has(name.toLowerCase()) || isSecretHeader(name)) found.push(value);
  }
  const mark = target.indexOf('?');
  if (mark !== -1)
    for (const [name, value] of new URLSearchParams(target.slice(mark + 1)))
      if (keys.has(name) || isSecretParameter(name)) found.push(value);
  return found;
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** Of a credential with parameters, as Digest has them (RFC 7616, section 3.4). */
const PARAMETER = /="([^"]+)"/g;

/** Behind the name of a scheme; of Basic (RFC 7617) the pair, and the password by itself. */
function inAuthorization(value: string): readonly string[] {
  const [, scheme = '', visible = ''] = /^(\S+)\s+(.*)$/.exec(value.trim()) ?? [];
  if (visible === '') return [value.trim()];
  if (!/^basic$/i.test(scheme)) return [visible, ...[...visible.matchAll(PARAMETER)].map(([, text = '']) => text)];
  const pair = Buffer.from(visible, 'base64').toString();
  return [visible, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** Most cookies are no credentials: a language, a theme. */
function inCookies(header: string, value: string, keys: ReadonlySet<string>): readonly string[] {
  const pairs = /^set-/i.test(header) ? [value.split(';', 1)[0] ?? ''] : value.split(';');
  return pairs.flatMap((pair) => {
    const at = pair.indexOf('=');
    const [name, text] = [
      pair.slice(0, at).trim(),
      pair
        .slice(at + 1)
        .trim()
        .replace(/^"|"$/g, ''),
    ];
    return at > 0 && (keys.has(name) || /sess|sid$/i.test(name) || isSecretHeader(name) || isLikeToken(text))
      ? [text]
      : [];
  });
}

/** WebSocket clients in browsers can send a token only as the name of a protocol. */
export function protocolsOf(value: string): readonly string[] {
  return value.split(',').map((one) => one.trim());
}

/** Whether a short text is more likely a token than a name: long, of letters and digits, as no word is. */
export function isLikeToken(text: string): boolean {
  return text.length >= 20 && /\d/.test(text) && /[A-Za-z]/.test(text) && !/\s/.test(text);
}

/** The ways in which one credential may be written in a text; none where it is not distinctive. */
function createForms(credential: string, { shortest, shortestWord }: Distinctive = IN_BODIES): readonly string[] {
  const isWord = /^[a-z]*$/i.test(credential);
  if (credential.length < (isWord ? shortestWord : shortest)) return [];
  const written = [credential, ...encodedForms(credential), new URLSearchParams({ a: credential }).toString().slice(2)];
  return [...new Set([...written, ...(credential.length < 8 ? [] : inBase64(credential))])];
}

/** A text as it is written in a URL, and in JSON. */
export function encodedForms(text: string): readonly string[] {
  return [encodeURIComponent(text.toWellFormed()), JSON.stringify(text).slice(1, -1)].filter((way) => way !== text);
}

/** A text in Base64 at each of three alignments: three bytes are four characters. */
function inBase64(text: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64');
    const inner = encoded.slice(
      before === 0 ? 0 : before + 1,
      Math.floor(((before + Buffer.byteLength(text)) * 4) / 3),
    );
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function removeForms(text: string, forms: Iterable<string>): string {
  let visible = text;
  for (const form of forms) if (visible.includes(form)) visible = visible.replaceAll(form, REDACTED);
  return visible;
}

/** Redacts the credentials of a request, and known shapes of secrets. */
export type Redactor = (text: string) => string;

/** Maximum number of inspected body bytes: a rejected request may have megabytes of brackets. */
const MAX_BODY = 16 * 1024;

/**
 * @param request - with its body, for texts that may have its secrets, such as errors of handlers
 * @param keys - the names of API keys of the document
 */
export function createRedactor(
  { headers, target, body }: Pick<WireRequest, 'headers' | 'target'> & { readonly body?: Uint8Array },
  keys = NO_KEYS,
): Redactor {
  let forms: readonly string[] | undefined;
  return (text) => {
    forms ??= [
      ...findCredentials(
        Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
        target,
        keys,
      ),
      ...(body ? secretsInBody(Buffer.from(body.subarray(0, MAX_BODY)).toString(), keys) : []),
    ]
      .flatMap((one) => createForms(one, IN_LOGS))
      .toSorted((one, other) => other.length - one.length);
    return redactShapes(removeEncoded(removeForms(text, forms), forms));
  };
}

/** A text without the parts in which more signs are encoded than need be, and which have a credential all the same. */
function removeEncoded(text: string, forms: readonly string[]): string {
  if (forms.length === 0 || !text.includes('%')) return text;
  return text
    .split(/([/?&=;,\s]+)/)
    .map((part) => (part.includes('%') && hasAny(decoded(part), forms) ? REDACTED : part))
    .join('');
}

function hasAny(text: string, forms: readonly string[]): boolean {
  return forms.some((form) => text.includes(form));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Credentials that were shown so far: thousands as whole words, and the newest in every form. */
export class CredentialForms {
  readonly #known = new KnownSecrets();
  readonly #forms = new Map<string, readonly string[]>();
  readonly #maxForms: number;

  /** @param maxForms - maximum number of searched credentials, a cost per text. Default 25 */
  constructor(maxForms = 25) {
    this.#maxForms = maxForms;
  }

  add(credential: string): void {
    this.#known.add(credential);
    const forms = this.#forms.get(credential) ?? createForms(credential);
    if (forms.length === 0) return;
    this.#forms.delete(credential);
    this.#forms.set(credential, forms);
    const [oldest = credential] = this.#forms.keys();
    if (this.#forms.size > this.#maxForms) this.#forms.delete(oldest);
  }

  /** A text without them. */
  redact(text: string): string {
    let visible = this.#known.redact(text);
    for (const forms of this.#forms.values()) visible = removeForms(visible, forms);
    return visible;
  }
}
