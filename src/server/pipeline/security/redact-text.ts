// Redaction of bodies and targets, by the names of what they contain.

import { redactShapes } from './redact-shapes.ts';
import { REDACTED } from './redacted.ts';
import { isSecretParameter, PARAMETER_HINT, SECRET_HINT, type Secrecy, secrecyOf } from './secret-name.ts';

type Names = ReadonlySet<string>;

/** A redacted body: by names, and by shapes everywhere. @param names - of secrets, in addition to the known ones */
export function redactBody(text: string, names: Names): string {
  return redactShapes(redactNamed(text, names));
}

/** The secrets of a body by name, in the form in which they occur elsewhere. */
export function secretsInBody(text: string, names: Names): readonly string[] {
  const found: string[] = [];
  redactNamed(text, names, (secret) => found.push(secret));
  return found;
}

/** Called with each secret that is redacted. */
type OnSecret = (secret: string) => void;

function redactNamed(text: string, names: Names, onSecret?: OnSecret): string {
  const start = /\S/.exec(text)?.[0] ?? '';
  if (/[^{["<-]/.test(start)) return /^[^\s=&]+=/.test(text) ? redactForm(text, names, onSecret) : text;
  if (!mayContain(text, names, SECRET_HINT)) return text;
  if (start === '<') return redactXml(text, names, onSecret);
  return start === '-' ? redactParts(text, names, onSecret) : redactJson(text, names, onSecret);
}

/** A redacted target: secret query parameters, and known shapes in the path. */
export function redactTarget(target: string, names: Names): string {
  const mark = target.indexOf('?') + 1;
  return redactShapes(mark === 0 ? target : target.slice(0, mark) + redactForm(target.slice(mark), names));
}

/** A quick check whether a text may contain secrets. */
function mayContain(text: string, names: Names, hint: RegExp): boolean {
  if (hint.test(text)) return true;
  for (const name of names) if (text.includes(name)) return true;
  return false;
}

function secrecyWithNames(name: string, names: Names): Secrecy {
  return names.has(name) ? 'all' : secrecyOf(name);
}

const TOKEN = /"(?:[^"\\]|\\[\s\S])*"?|[{}[\],:]|[^\s"{}[\],:]+/g;

/** By tokens, without parsing: the text may be invalid JSON, or nested millions deep. */
function redactJson(text: string, names: Names, onSecret?: OnSecret): string {
  // For each open object and list: its type, and its secrecy.
  const objects: boolean[] = [];
  const secrecies: Secrecy[] = [];
  let isObject = false;
  let all: Secrecy = 'open';
  /** Of the next value. */
  let next: Secrecy = 'open';
  const pieces: string[] = [];
  let done = 0;
  /** Where a text or a number is that may turn out to be a name; -1 for nowhere. */
  let [start, end] = [-1, -1];
  const settle = () => {
    if (start !== -1 && next !== 'open') {
      pieces.push(text.slice(done, start), JSON.stringify(REDACTED));
      onSecret?.(parseToken(text.slice(start, end)));
      done = end;
    }
    start = -1;
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === ':') {
      if (isObject && start !== -1) {
        next = all === 'open' ? secrecyWithNames(parseToken(text.slice(start, end)), names) : all;
        start = -1;
      }
      continue;
    }
    settle();
    if (token === '{' || token === '[') {
      objects.push(isObject);
      secrecies.push(all);
      isObject = token === '{';
      // In an object with secret texts, each member is judged by its own name.
      all = next === 'texts' && isObject ? 'open' : next;
      next = all;
    } else if (token === '}' || token === ']') {
      isObject = objects.pop() ?? false;
      all = secrecies.pop() ?? 'open';
      next = all;
    } else if (token === ',') {
      next = all;
    } else if (!/^(true|false|null)$/.test(token)) [start, end] = [index, index + token.length];
  }
  settle();
  return pieces.join('') + text.slice(done);
}

function parseToken(token: string): string {
  if (!token.includes('\\')) return token.replaceAll('"', '');
  try {
    return String(JSON.parse(token));
  } catch {
    return token.replaceAll('"', '');
  }
}

/**
 * A form or query (WHATWG URL, section 5.1). An authorization code is secret, too, beside its parameters (RFC 6749,
 * section 4.1).
 */
function redactForm(text: string, names: Names, onSecret?: OnSecret): string {
  if (!mayContain(text, names, PARAMETER_HINT)) return text;
  const isGrant = /(?:^|&)(?:grant_type|state|session_state|iss)=/.test(text);
  return text
    .split('&')
    .map((pair) => {
      const mark = pair.indexOf('=');
      const name = decodeOrKeep(mark === -1 ? pair : pair.slice(0, mark));
      const isSecret =
        nameParts(name).some((part) => names.has(part) || isSecretParameter(part)) || (isGrant && name === 'code');
      if (!isSecret || mark === -1 || mark === pair.length - 1) return pair;
      onSecret?.(decodeOrKeep(pair.slice(mark + 1)));
      return pair.slice(0, mark + 1) + REDACTED;
    })
    .join('&');
}

/** The parts of a name such as `user[password]`. */
function nameParts(name: string): readonly string[] {
  return [name, ...name.split(/[[\].]+/)].filter((part) => part !== '');
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const START_TAG = /<((?:[\w-]+:)?([\w.-]+))((?:\s[^<>]*)?)>/g;
const ATTRIBUTE = /(\s)([\w:.-]+)(\s*=\s*)("[^"]*"|'[^']*')/g;

/** The contents of elements, and the values of attributes. */
function redactXml(text: string, names: Names, onSecret?: OnSecret): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { 0: tag, 1: name = '', 2: local = '', 3: attributes = '', index } of text.matchAll(START_TAG)) {
    if (index < done || attributes.endsWith('/') || secrecyWithNames(local, names) === 'open') continue;
    const start = index + tag.length;
    const found = text.indexOf(`</${name}`, start);
    // A truncated part extends to the end.
    const end = found === -1 ? text.length : found;
    if (start === end) continue;
    onSecret?.(contentOf(text.slice(start, end)));
    pieces.push(text.slice(done, start), REDACTED);
    done = end;
  }
  return redactAttributes(pieces.join('') + text.slice(done), names, onSecret);
}

function contentOf(xml: string): string {
  return xml.replace(/<!\[CDATA\[|\]\]>|<[^>]*>/g, '').trim();
}

function redactAttributes(text: string, names: Names, onSecret?: OnSecret): string {
  return text.replace(ATTRIBUTE, (whole, space, name, equals, value: string) => {
    if (secrecyWithNames(name, names) === 'open') return whole;
    onSecret?.(value.slice(1, -1));
    return `${space}${name}${equals}${value[0]}${REDACTED}${value[0]}`;
  });
}

/** The parts of a multipart body (RFC 7578), each up to the next boundary. */
function redactParts(text: string, names: Names, onSecret?: OnSecret): string {
  const boundary = /^\s*(--[^\r\n]{1,72})/.exec(text)?.[1];
  if (boundary === undefined) return text;
  return text
    .split(boundary)
    .map((part) => {
      const [, head = '', end = ''] = /^([\s\S]*?\r?\n(\r?\n))/.exec(part) ?? [];
      const name = /\bname="([^"]*)"/i.exec(head)?.[1] ?? '';
      if (head === '' || secrecyWithNames(name, names) === 'open') return part;
      onSecret?.(part.slice(head.length).trimEnd());
      return head + REDACTED + end;
    })
    .join(boundary);
}
