// Secrets in bodies and targets, left out of what is shown of them; everything else stays as it was sent, letter by letter.

import { HINT, type Secrecy, secrecyOf } from './secret-name.ts';

/** What stands for a secret. */
export const REDACTED = '[redacted]';

type Names = ReadonlySet<string>;

/** @param names - of secrets, beside those that are called like one */
export function redactBody(text: string, names: Names): string {
  if (!mayHave(text, names)) return text;
  const start = /\S/.exec(text)?.[0];
  if (start === '{' || start === '[' || start === '"') return redactJson(text, names);
  if (start === '<') return redactXml(text, names);
  if (start === '-') return redactParts(text, names);
  return /^[^\s=&]+=/.test(text) ? redactForm(text, names) : text;
}

/** A target without the secrets of its query. */
export function redactTarget(target: string, names: Names): string {
  const mark = target.indexOf('?') + 1;
  return mark === 0 || !mayHave(target, names) ? target : target.slice(0, mark) + redactForm(target.slice(mark), names);
}

/** Whether it is worth a closer look. */
function mayHave(text: string, names: Names): boolean {
  if (HINT.test(text)) return true;
  for (const name of names) if (text.includes(name)) return true;
  return false;
}

function secrecyIn(name: string, names: Names): Secrecy {
  return names.has(name) ? 'all' : secrecyOf(name);
}

const TOKEN = /"(?:[^"\\]|\\[\s\S])*"?|[{}[\],:]|[^\s"{}[\],:]+/g;

/** An object or a list that is open. */
interface Open {
  readonly isObject: boolean;
  /** Of everything in it. */
  readonly all: Secrecy;
  /** Of the value that comes next. */
  next: Secrecy;
}

/** Token by token, not by its value: what a client has sent need not be JSON to the end. */
function redactJson(text: string, names: Names): string {
  const open: Open[] = [{ isObject: false, all: 'open', next: 'open' }];
  const pieces: string[] = [];
  let done = 0;
  /** A text that may turn out to be a name. */
  let held: { readonly start: number; readonly end: number } | undefined;
  const settle = () => {
    if (held && (open.at(-1)?.next ?? 'open') !== 'open') {
      pieces.push(text.slice(done, held.start), JSON.stringify(REDACTED));
      done = held.end;
    }
    held = undefined;
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const inside = open.at(-1) as Open;
    if (token === ':') {
      if (inside.isObject && held) {
        const own = secrecyIn(nameIn(text.slice(held.start, held.end)), names);
        inside.next = inside.all === 'open' ? own : inside.all;
        held = undefined;
      }
      continue;
    }
    settle();
    if (token === '{' || token === '[') {
      const isObject = token === '{';
      // Of several secrets, each has names of its own.
      const all = inside.next === 'texts' && isObject ? 'open' : inside.next;
      open.push({ isObject, all, next: all });
    } else if (token === '}' || token === ']') {
      if (open.length > 1) open.pop();
    } else if (token === ',') {
      inside.next = inside.all;
    } else if (!/^(true|false|null)$/.test(token)) held = { start: index, end: index + token.length };
  }
  settle();
  return pieces.join('') + text.slice(done);
}

function nameIn(token: string): string {
  if (!token.includes('\\')) return token.replaceAll('"', '');
  try {
    return String(JSON.parse(token));
  } catch {
    return token.replaceAll('"', '');
  }
}

/** A form, or a query (WHATWG URL, section 5.1). The code of a grant is a secret too, where it stands beside what it is for. */
function redactForm(text: string, names: Names): string {
  const isGrant = /(?:^|&)grant_type=/.test(text);
  return text
    .split('&')
    .map((pair) => {
      const mark = pair.indexOf('=');
      const name = decoded(mark === -1 ? pair : pair.slice(0, mark));
      const isSecret =
        bracketsOf(name).some((part) => secrecyIn(part, names) !== 'open') || (isGrant && name === 'code');
      return isSecret && mark !== -1 && mark < pair.length - 1 ? pair.slice(0, mark + 1) + REDACTED : pair;
    })
    .join('&');
}

/** The parts of a name such as `user[password]`. */
function bracketsOf(name: string): readonly string[] {
  return [name, ...name.split(/[[\].]+/)].filter((part) => part !== '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const ELEMENT = /<((?:[\w-]+:)?([\w.-]+))((?:\s[^<>]*)?)>([^<]+)(?=<\/\1\s*>)/g;
const ATTRIBUTE = /(\s)([\w:.-]+)(\s*=\s*)("[^"]*"|'[^']*')/g;

/** The texts of elements, and the values of attributes. */
function redactXml(text: string, names: Names): string {
  return text
    .replace(ELEMENT, (whole, tag, local, attributes) =>
      secrecyIn(local, names) === 'open' ? whole : `<${tag}${attributes}>${REDACTED}`,
    )
    .replace(ATTRIBUTE, (whole, space, name, equals, value) =>
      secrecyIn(name, names) === 'open' ? whole : `${space}${name}${equals}${value[0]}${REDACTED}${value[0]}`,
    );
}

/** The parts of a multipart body (RFC 7578): what a part holds ends where the next boundary begins. */
function redactParts(text: string, names: Names): string {
  const boundary = /^\s*(--[^\r\n]{1,72})/.exec(text)?.[1];
  if (boundary === undefined) return text;
  return text
    .split(boundary)
    .map((part) => {
      const [, head = '', end = ''] = /^([\s\S]*?\r?\n(\r?\n))/.exec(part) ?? [];
      const name = /\bname="([^"]*)"/i.exec(head)?.[1] ?? '';
      if (head === '' || secrecyIn(name, names) === 'open') return part;
      return head + REDACTED + end;
    })
    .join(boundary);
}
