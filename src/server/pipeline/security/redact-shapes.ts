// Redaction of secrets in any text: known shapes, and assignments such as `password=…`.

import { REDACTED } from './redacted.ts';
import { isSecretParameter, secrecyOf } from './secret-name.ts';
import { TOKEN_SHAPES, WEBHOOK_SHAPES } from './secret-shapes.ts';

/** An escape of JSON or of a URL: its last letter does not belong to the next text. */
const ESCAPE = String.raw`(?<=\\(?:[bfnrt]|u[\da-fA-F]{4})|%[\da-fA-F]{2})`;
const TOKENS = tokens('(?<![A-Za-z0-9])', (isAlone) => !isAlone);
const TOKENS_ALONE = tokens(String.raw`(?<![\w-])`, (isAlone) => isAlone);
const WEBHOOKS = new RegExp(WEBHOOK_SHAPES.map(({ pattern }) => pattern.source).join('|'), 'g');

/** The password of a URL, or a token in its place (RFC 3986, section 3.2.1); then the same inside another URL. */
const USERINFO = /(:(?:\\?\/){2})([^\s/?#:@"'<>\\]{0,256})(?:(:)([^\s/?#"'<>\\]{1,512}))?(@)/g;
const ENCODED_USERINFO =
  /(%3A(?:%2F){2})((?:(?!%(?:3A|40|2F))[^\s&"'<>\\]){0,256})(?:(%3A)((?:(?!%(?:40|2F))[^\s&"'<>\\]){1,512}))?(%40)/gi;
/** Of Oracle, and of Go's driver for MySQL. */
const OTHER_DSN =
  /(:thin:[^\s/@"'<>\\]{1,128}\/)[^\s@"'<>\\]{1,256}(?=@)|((?<![^\s"'=])[^\s:/@"'<>\\]{1,64}:)[^\s@"'<>\\]{1,256}(?=@(?:tcp|unix)\()/g;
/** A credential behind the name of its scheme (RFC 9110, section 11.4). */
const AUTHORIZED = /\b((?:Bearer|Basic)(?: |%20|\+))([\w.~+/-]{8,}=*)/gi;
/** A name with an assignment sign, in a query, form, fragment or connection string; the sign may be encoded. */
const ASSIGNMENT = /(?<![\w.$-])([\w$][\w.$-]{0,79})( ?(?:=|%(?:25){0,2}3D) ?)/gi;
/** The end of a value, by location. A JSON escape ends each, so that the rest stays JSON. */
const END_OF = {
  '"': /["\\]/g,
  "'": /["'\\]/g,
  plain: /[\s;&"'<>,\\()]/g,
  query: /[\s;&#"'<>,\\()]/g,
  path: /[\s;&#?/"'<>,\\()]/g,
  encoded: /[\s;&"'<>,\\()]|%(?:25){0,2}(?:20|22|23|26|3B)/gi,
};
/** Values that are no secrets: empty ones and placeholders. */
const NO_VALUE = /^(?:true|false|null|none|undefined|\d{1,3}|[*x]+|\$|\$\{.*|\$[A-Z_][A-Z\d_]*|\{.*\})$/;
/** A member of an object in a program, which names a secret. */
const MEMBER =
  /^(?:[A-Za-z_$]|this|self|window|process|config|options|props|state|args|env|params|req|request|res|response)\.[\w$.]{1,80}$/;
/** Countries, languages and statuses are codes as well. */
const NO_CODE = /^(?:\d{1,3}|[A-Za-z]{2,3})$/;
/** Parameters beside the code of an authorization response (RFC 6749, section 4.1). */
const BESIDE_CODE =
  /(?:[?&#]|%(?:25){0,2}(?:3F|26|23)|\\u0026|^)(?:state|session_state|iss|grant_type|redirect_uri)(?:=|%(?:25){0,2}3D)/i;

/**
 * Redacts known shapes of secrets, and values assigned to secret names. The rest is unchanged, and JSON stays JSON.
 *
 * @param isAddress - whether the text is a redirect URL, where `code` is a secret. Default false
 */
export function redactShapes(text: string, isAddress = false): string {
  const redacted = redactQuoted(redactTokens(text));
  return /=|%(?:25)*3d/i.test(redacted) ? redactAssigned(redacted, isAddress) : redacted;
}

/** A text without secrets of a known shape: tokens, private keys, webhook URLs, and passwords in URLs. */
export function redactTokens(text: string): string {
  let redacted = redactPrivateJwk(redactPrivateKeys(text)).replace(TOKENS_ALONE, REDACTED).replace(TOKENS, REDACTED);
  if (/\/|%2f/i.test(redacted)) redacted = redacted.replace(WEBHOOKS, `/${REDACTED}`);
  if (redacted.includes('@') || redacted.includes('%40')) redacted = redactUserinfo(redacted);
  return /bearer|basic/i.test(redacted) ? redacted.replace(AUTHORIZED, redactAuthorization) : redacted;
}

function tokens(start: string, isSelected: (isAlone: boolean) => boolean): RegExp {
  const shapes = TOKEN_SHAPES.filter(({ isAlone = false }) => isSelected(isAlone));
  return new RegExp(`(?:${start}|${ESCAPE})(?:${shapes.map(({ pattern }) => pattern.source).join('|')})`, 'g');
}

/** PEM (RFC 7468), OpenSSH and PGP keys: from the first line to the last, or to the end of the text. */
function redactPrivateKeys(text: string): string {
  if (!/PRIVATE.{1,3}KEY/.test(text)) return text;
  const begin = /-----BEGIN[A-Z0-9 +%]{1,40}PRIVATE[ +%20]{1,3}KEY[A-Z +%20]{0,10}-----/g;
  const pieces: string[] = [];
  let done = 0;
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const stop = endOfKey(text, begin.lastIndex);
    pieces.push(text.slice(done, found.index), REDACTED);
    done = stop;
    begin.lastIndex = stop;
  }
  return pieces.join('') + text.slice(done);
}

/** The end of the last line of a key, which contains no quote and no element. */
function endOfKey(text: string, from: number): number {
  const end = /-----END[A-Z0-9 +%]{1,50}-----|(?<!\\)\\*["<]/g;
  end.lastIndex = from;
  const found = end.exec(text);
  if (!found) return text.length;
  return found[0].startsWith('-') ? end.lastIndex : found.index;
}

/** The private members of a JSON Web Key (RFC 7518, section 6). */
function redactPrivateJwk(text: string): string {
  if (!/"kty\\?"/.test(text)) return text;
  return text.replace(/("(?:d|p|q|dp|dq|qi|k)\\?"\s{0,9}:\s{0,9}\\?")[\w-]{16,}/g, `$1${REDACTED}`);
}

/** Secrets by their names in JSON that is a text in JSON, as in messages and logs. */
function redactQuoted(text: string): string {
  if (!text.includes('\\"')) return text;
  const begin = /(\\{1,15})"([\w.$-]{1,80})\1"\s{0,9}:\s{0,9}\1"/g;
  const pieces: string[] = [];
  let done = 0;
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const [, slashes = '', name = ''] = found;
    const start = begin.lastIndex;
    if (secrecyOf(name) === 'open' || text.startsWith(REDACTED, start)) continue;
    const end = endOfQuoted(text, start, slashes.length);
    pieces.push(text.slice(done, start), REDACTED);
    done = end;
    begin.lastIndex = end;
  }
  return pieces.join('') + text.slice(done);
}

/** The end of a quoted text: the next quote with this number of backslashes, or with fewer, which ends the outer text. */
function endOfQuoted(text: string, from: number, slashes: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = 0;
    while (quote - before > from && text[quote - before - 1] === '\\') before += 1;
    const isEnd = before === slashes || (slashes === 1 && before % 4 === 1);
    if (isEnd) return quote - slashes;
    if (before < slashes || before % 2 === 0) return quote - before;
  }
  return text.length;
}

function redactUserinfo(text: string): string {
  const replaced = (whole: string, scheme: string, user: string, colon: string | undefined, _: string, at: string) => {
    if (colon !== undefined) return `${scheme}${user}${colon}${REDACTED}${at}`;
    return user.length >= 16 && /\d/.test(user) && !user.includes('.') ? `${scheme}${REDACTED}${at}` : whole;
  };
  return text
    .replace(USERINFO, replaced)
    .replace(ENCODED_USERINFO, replaced)
    .replace(OTHER_DSN, (_, oracle: string | undefined, mysql: string | undefined) => `${oracle ?? mysql}${REDACTED}`);
}

function redactAuthorization(whole: string, scheme: string, value: string, offset: number, text: string): string {
  // A sentence continues with a word, a challenge with a parameter.
  const isWord = value.length < 20 && /^[a-z]+$/i.test(value);
  const isChallenge = value.endsWith('=') && /^\\?"/.test(text.slice(offset + whole.length, offset + whole.length + 2));
  return isWord || isChallenge ? whole : scheme + REDACTED;
}

function redactAssigned(text: string, isAddress: boolean): string {
  const hasCode = isAddress || BESIDE_CODE.test(text);
  const isJson = /^\s*[[{"]/.test(text);
  const pieces: string[] = [];
  let done = 0;
  ASSIGNMENT.lastIndex = 0;
  for (let found = ASSIGNMENT.exec(text); found; found = ASSIGNMENT.exec(text)) {
    const [, written = '', equals = ''] = found;
    const before = text[found.index - 1] ?? '';
    const name = unescapedName(written, before);
    const isParameter = name !== written || /[?&#;]/.test(before);
    const isSecret = isParameter ? isSecretParameter(name) || (hasCode && name === 'code') : secrecyOf(name) !== 'open';
    if (!isSecret) continue;
    const next = text.slice(ASSIGNMENT.lastIndex, ASSIGNMENT.lastIndex + 2);
    // Without a backslash, a quote ends the text that JSON has.
    const quote = (isJson ? /^(?:\\"|')/ : /^\\?["']/).exec(next)?.[0] ?? '';
    const start = ASSIGNMENT.lastIndex + quote.length;
    const end = endOfValue(text, start, valueKind(quote, equals, before, name));
    ASSIGNMENT.lastIndex = end;
    const value = text.slice(start, end);
    if (value === '' || value.startsWith(REDACTED) || NO_VALUE.test(value.slice(0, 200))) continue;
    if (!isParameter && MEMBER.test(value)) continue;
    if (name === 'code' && NO_CODE.test(value)) continue;
    pieces.push(text.slice(done, start), REDACTED);
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

/** The escape before a name is no part of it: `%26sig`, `\u0026sig`, `\npassword`. */
function unescapedName(written: string, before: string): string {
  if (before === '%') return written.replace(/^(?:25)*[\da-f]{2}/i, '');
  return before === '\\' ? written.replace(/^(?:u[\da-f]{4}|[bfnrt])/i, '') : written;
}

function valueKind(quote: string, equals: string, before: string, name: string): keyof typeof END_OF {
  if (quote !== '') return quote.endsWith("'") ? "'" : '"';
  if (equals.includes('%')) return 'encoded';
  if (before === ';' && /sess/i.test(name)) return 'path';
  return /[?&#]/.test(before) ? 'query' : 'plain';
}

function endOfValue(text: string, from: number, kind: keyof typeof END_OF): number {
  const end = END_OF[kind];
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}
