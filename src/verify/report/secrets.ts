// Redaction of credentials in reports: marks in texts, shell variables in commands.

import { encodedForms } from '../../server/pipeline/security/credential-forms.ts';
import { redactTokens } from '../../server/pipeline/security/redact-shapes.ts';
import type { CredentialsByScheme } from '../credentials.ts';

/** Minimum length of a password that is redacted on its own, in characters. */
const MIN_PASSWORD = 4;

/** One form of a secret in requests and responses. */
export interface Secret {
  readonly text: string;
  /** The replacement in a text, such as `[value of bearerAuth]`: a secret may be a word of a message. */
  readonly replacement: string;
  /** The shell expression, for use in double quotes. */
  readonly shell: string;
}

/** Secrets by name. A name with several secrets gets numbers: `password`, `password 2`. */
export function nameSecrets(secrets: Iterable<readonly [name: string, text: string]>): CredentialsByScheme {
  const named = new Map<string, string>();
  const known = new Set<string>();
  for (const [name, text] of secrets) {
    if (known.has(text)) continue;
    known.add(text);
    let free = name;
    for (let number = 2; named.has(free); number += 1) free = `${name === '' ? 'token' : name} ${number}`;
    named.set(free, text);
  }
  return named;
}

/** Lists the forms of all secrets, longer ones first: one may be part of another. */
export function listSecrets(credentials: CredentialsByScheme): readonly Secret[] {
  return [...credentials]
    .filter(([, text]) => text !== '')
    .flatMap(([name, text]) => listForms(name, text))
    .toSorted((one, other) => other.text.length - one.text.length);
}

function listForms(name: string, text: string): readonly Secret[] {
  const shell = variable(name);
  const value = `value of ${name === '' ? 'the token' : name}`;
  const base = { replacement: `[${value}]`, shell: `\${${shell}}` };
  // Basic credentials have a colon, even without a password (RFC 7617).
  const pair = text.includes(':') ? text : `${text}:`;
  // Some versions of base64 wrap lines.
  const basic = `$(printf %s "\${${shell}}${pair === text ? '' : ':'}" | base64 | tr -d '\\n')`;
  const password = pair.slice(pair.indexOf(':') + 1);
  return [
    { text, ...base },
    { text: Buffer.from(pair).toString('base64'), replacement: `[${value} in base64]`, shell: basic },
    ...encodedForms(text).map((form) => ({ text: form, ...base })),
    // A server may return the password alone. Short ones may be ordinary words.
    ...(password.length < MIN_PASSWORD
      ? []
      : [password, ...encodedForms(password)].map((form) => ({
          text: form,
          replacement: `[password of ${name === '' ? 'the token' : name}]`,
          shell: `\${${shell}#*:}`,
        }))),
  ];
}

/** Replaces secrets in a text. */
export function redactSecrets(text: string, secrets: readonly Secret[]): string {
  return splitBySecrets(text, secrets)
    .map((piece) => (typeof piece === 'string' ? piece : piece.replacement))
    .join('');
}

/**
 * Replaces the masks of a text by secrets.
 *
 * @param encode - encodes them, except those in base64. Default: unchanged
 */
export function restoreSecrets(
  text: string,
  credentials: CredentialsByScheme,
  encode: (secret: string) => string = (secret) => secret,
): string {
  return [...credentials].reduce((so, [name, secret]) => {
    const label = name === '' ? 'the token' : name;
    const pair = secret.includes(':') ? secret : `${secret}:`;
    return so
      .replaceAll(`[value of ${label}]`, () => encode(secret))
      .replaceAll(`[value of ${label} in base64]`, () => Buffer.from(pair).toString('base64'))
      .replaceAll(`[password of ${label}]`, () => encode(pair.slice(pair.indexOf(':') + 1)));
  }, text);
}

/** Splits a text at secrets. Unknown tokens in between are redacted. */
export function splitBySecrets(text: string, secrets: readonly Secret[]): readonly (string | Secret)[] {
  const found = secrets.reduce<readonly (string | Secret)[]>(
    (so, secret) =>
      so.flatMap((piece) => {
        if (typeof piece !== 'string') return [piece];
        return piece.split(patternOf(secret.text)).flatMap((part, index) => (index === 0 ? [part] : [secret, part]));
      }),
    [text],
  );
  return found.map((piece) => (typeof piece === 'string' ? redactTokens(piece) : piece));
}

/** Maximum length of a secret that may be part of an ordinary word: `tok` is no secret in `token`. */
const LONGEST_WORD = 4;

function patternOf(text: string): string | RegExp {
  if (text.length > LONGEST_WORD || !/^\p{L}+$/u.test(text)) return text;
  return new RegExp(`(?:(?<![\\p{L}\\d])|(?<=${text}))${text}(?:(?![\\p{L}\\d])|(?=${text}))`, 'u');
}

/** Truncates a text without cutting a secret. @param maxLength - maximum length, in characters */
export function truncateText(text: string, maxLength: number, secrets: readonly Secret[]): string {
  if (text.length <= maxLength) return text;
  const end = secrets.reduce((so, secret) => {
    const at = text.lastIndexOf(secret.text, so - 1);
    return at !== -1 && at + secret.text.length > so ? at : so;
  }, maxLength);
  return text.slice(0, end).toWellFormed();
}

/** Converts a name to a valid shell variable. */
function variable(name: string): string {
  const base = name.replace(/\W/g, '_').replace(/^(?=\d)/, '_');
  return base === '' ? 'TOKEN' : base;
}
