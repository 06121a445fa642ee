// The text of a response without its variable parts, to group equal causes.

import { decodeOrKeep } from '../../openapi/lookup/path-template.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isJsonNumber } from '../../schema/json/exact-number.ts';
import type { TestExchange } from '../cases/test-case.ts';
import { jsonIn } from '../requests/json-body.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';

/** Maximum number of characters that are read, and of the result. */
const MAX_READ = 8192;
const MAX_LENGTH = 500;

/** Replaces a variable part. */
const VARIABLE = '…';

/**
 * The status and the body of a response, where ids, numbers, times, quoted values, and values of the request are
 * replaced. Equal texts mean the same cause, such as `500 {"error":"no row …"}`.
 */
export function normalizeResponse({ request, response }: Pick<TestExchange, 'request' | 'response'>): string {
  const text = Buffer.from(response.body.subarray(0, MAX_READ)).toString();
  const sent = readSent(request);
  const value = response.body.length <= MAX_READ ? jsonIn(response.body) : undefined;
  const normalized = value === undefined ? normalizeText(text, sent) : JSON.stringify(normalizeValue(value, sent));
  return `${response.status} ${normalized}`.slice(0, MAX_LENGTH).trim();
}

/** The values of a request, the longest first, and the names of its properties. */
interface SentTexts {
  readonly values: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** Shorter values may be parts of other words. */
const MIN_LENGTH = 3;
const MAX_VALUES = 100;

function readSent({ target, headers, body }: SerializedRequest): SentTexts {
  const names = new Set<string>();
  const texts = new Set<string>([target, ...headers.map(([, text]) => text)]);
  const [path = '', query = ''] = target.split('?');
  texts.add(path);
  for (const segment of path.split('/')) texts.add(decodeOrKeep(segment));
  for (const [name, text] of new URLSearchParams(query)) {
    names.add(name);
    texts.add(text);
  }
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (Array.isArray(value)) for (const item of value.slice(0, MAX_VALUES)) collect(item);
    else if (isRecord(value))
      for (const [name, member] of Object.entries(value)) {
        names.add(name);
        collect(member);
      }
  };
  if (body && body.length <= MAX_READ) collect(jsonIn(body));
  const values = [...texts].filter((text) => text.length >= MIN_LENGTH && !names.has(text));
  return { values: values.toSorted((one, other) => other.length - one.length).slice(0, MAX_VALUES), names };
}

/** Properties that only identify a response. */
const IDENTITY = /(^|[a-z_-])(id|uuid|trace|timestamp|time|date|instance|path|url|uri|stack)$/i;

function normalizeValue(value: unknown, sent: SentTexts): unknown {
  if (typeof value === 'string') return normalizeText(value, sent);
  if (isJsonNumber(value)) return VARIABLE;
  // Lists of errors have as many items as the request has mistakes.
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(normalizeValue(item, sent))))];
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      IDENTITY.test(name) && !isRecord(member) ? VARIABLE : normalizeValue(member, sent),
    ]),
  );
}

const TIME = /\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?)?( ?(Z|[+-]\d\d:?\d\d))?/g;
const HTTP_DATE = /\b(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? \d?\d[ -][a-z]{3}[ -]\d{2,4} [\d:]+( GMT| UTC)?/gi;
const QUOTED = /"([^"]*)"|`([^`]*)`|“([^”]*)”|«([^»]*)»|(?<![\p{L}\d])'([^']*)'(?![\p{L}\d])/gu;
/** UUIDs, hashes, tokens: words of at least six characters with letters and digits. */
const TOKEN = /(?<![\p{L}\d])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{6,}(?![\p{L}\d])/giu;
const NUMBER = /[-+]?\d+([.,:]\d+)*(e[-+]?\d+)?/gi;

/** Replaces the variable parts of a message. Quoted names of properties remain. */
export function normalizeText(text: string, { values, names }: SentTexts = { values: [], names: new Set() }): string {
  let rest = text;
  for (const value of values) rest = rest.replaceAll(value, VARIABLE);
  return rest
    .replace(TIME, VARIABLE)
    .replace(HTTP_DATE, VARIABLE)
    .replace(QUOTED, (quoted: string, ...groups: (string | undefined)[]) =>
      groups.slice(0, 5).some((inner) => inner !== undefined && names.has(inner)) ? quoted : `"${VARIABLE}"`,
    )
    .replace(TOKEN, VARIABLE)
    .replace(NUMBER, VARIABLE)
    .replace(/\s+/g, ' ')
    .trim();
}
