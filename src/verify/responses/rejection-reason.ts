// The reason in an error response: its text, and the properties that it names.

import { isRecord } from '../../schema/is-record.ts';
import type { TestExchange } from '../cases/test-case.ts';
import { jsonIn } from '../requests/json-body.ts';

export interface RejectionReason {
  /** One line; empty if the response has no body. */
  readonly text: string;
  /** Whether the text is a message of the server, not the start of an unknown body. */
  readonly isMessage: boolean;
  /** The rejected properties as the server writes them, such as `name` or `/owner/email`. May be empty. */
  readonly properties: readonly string[];
}

/** Maximum length of a reason, in characters. */
const MAX_LENGTH = 200;
/** Maximum number of errors of one response. */
const MAX_ERRORS = 5;
const MAX_LEVELS = 5;
/** Maximum length of a text or body that is read. */
const MAX_READ = 4096;

/** Members with a sentence, the most precise first; in lower case, without separators. */
const TEXTS = [
  'message',
  'msg',
  'detail',
  'details',
  'errordescription',
  'errormessage',
  'errormsg',
  'defaultmessage',
  'description',
  'reason',
  'faultstring',
  'title',
  'error',
  'errors',
  'text',
  'summary',
];

/** Members whose text is general: further errors replace it. */
const GENERAL = new Set(['title', 'error', 'summary']);

/** Members with further errors. */
const ERRORS = new Set([
  'error',
  'errors',
  'err',
  'message',
  'messages',
  'detail',
  'details',
  'violations',
  'constraintviolations',
  'fieldviolations',
  'issues',
  'problems',
  'invalidparams',
  'invalidparameters',
  'fielderrors',
  'formerrors',
  'validation',
  'validationerrors',
  'modelstate',
  'causes',
  'cause',
  'exception',
  'fault',
  'data',
  'result',
  'response',
  'body',
  'status',
  'meta',
  'extensions',
]);

/** Members that name the rejected property, the most precise first. */
const NAMES = [
  'pointer',
  'instancepath',
  'datapath',
  'propertypath',
  'loc',
  'location',
  'path',
  'field',
  'fieldname',
  'property',
  'propertyname',
  'param',
  'parameter',
  'attribute',
  'argument',
  'key',
  'name',
  'source',
];

export function findRejectionReason({
  response: { headers, body },
  decoded,
}: Pick<TestExchange, 'response' | 'decoded'>): RejectionReason {
  // The document may not declare the media type.
  const value = decoded.value ?? jsonIn(body);
  const isPage = typeof value === 'string' && value.trimStart().startsWith('<');
  const errors = isPage ? [] : listErrors(value, 0).slice(0, MAX_ERRORS);
  const texts = [...new Set(errors.map(({ text, property }) => withProperty(text, property)))];
  // A text that another one contains says nothing more.
  const own = texts.filter((text) => !texts.some((other) => other !== text && other.includes(text)));
  const text = shorten(own.join('; '));
  const isText = value === undefined && /^text\/plain\b/i.test(headers['content-type'] ?? 'text/plain');
  return {
    text: text || startOf(body),
    isMessage: text !== '' || (isText && startOf(body) !== ''),
    properties: [...new Set(errors.flatMap(({ property }) => property ?? []))],
  };
}

/** Whether a reason says that an item exists already. */
export function isAboutDuplicate(text: string): boolean {
  return /\b(already|exists?|taken|duplicated?|unique|in use|conflicts?)\b/i.test(text);
}

interface ReportedError {
  readonly text: string;
  readonly property: string | undefined;
}

function listErrors(value: unknown, level: number, property?: string): readonly ReportedError[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ text: plainText(value), property }];
  if (level > MAX_LEVELS) return [];
  if (Array.isArray(value)) return value.slice(0, MAX_ERRORS).flatMap((one) => listErrors(one, level + 1, property));
  if (!isRecord(value)) return [];
  const members = Object.entries(value).map(([name, one]) => [name, one, normalized(name)] as const);
  // The `path` of a whole response is that of the request.
  const own = findName(level === 0 ? members.filter(([, , key]) => key !== 'path') : members) ?? property;
  const [text] = TEXTS.flatMap((name) =>
    members.flatMap(([, one, key]) =>
      key === name && typeof one === 'string' && one.trim() !== '' ? { key, value: one } : [],
    ),
  );
  const inner = members.flatMap(([, one, key]) => {
    if (!ERRORS.has(key) || typeof one === 'string') return [];
    return isErrorsByProperty(one) ? listByProperty(one, level + 1) : listErrors(one, level + 1, own);
  });
  const isReplaced = text === undefined || (inner.length > 0 && GENERAL.has(text.key));
  const errors = [...(isReplaced ? [] : [{ text: plainText(text.value), property: own }]), ...inner];
  // An error without a known member: the whole response may be errors by property.
  if (errors.length > 0 || (level > 0 && property === undefined)) return errors;
  return isErrorsByProperty(value) ? listByProperty(value, level + 1) : [];
}

type Members = readonly (readonly [name: string, value: unknown, key: string])[];

/** The property that an error names. */
function findName(members: Members): string | undefined {
  for (const wanted of NAMES) {
    for (const [, one, key] of members) {
      if (key !== wanted) continue;
      if (typeof one === 'string' && /^\S+$/.test(one) && !/(Error|Exception)$/.test(one)) return one;
      if (Array.isArray(one) && one.length > 0 && one.every((step) => ['string', 'number'].includes(typeof step)))
        return one.join('/');
      const source = isRecord(one) ? (one.pointer ?? one.parameter ?? one.header) : undefined;
      if (typeof source === 'string' && source !== '') return source;
    }
  }
  return undefined;
}

/** Whether a value has texts by property: `{ "name": ["is too short"] }`. */
function isErrorsByProperty(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false;
  const entries = Object.entries(value);
  const isKnown = entries.some(
    ([name, one]) => ERRORS.has(normalized(name)) || (TEXTS.includes(normalized(name)) && typeof one === 'string'),
  );
  return entries.length > 0 && !isKnown && entries.every(([name, one]) => !/\s/.test(name) && hasTexts(one));
}

function hasTexts(value: unknown): boolean {
  if (typeof value === 'string') return /\s/.test(value);
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => typeof one === 'string' || isRecord(one));
  return isRecord(value) && typeof (value.message ?? value.msg) === 'string';
}

function listByProperty(value: Readonly<Record<string, unknown>>, level: number): readonly ReportedError[] {
  return Object.entries(value).flatMap(([name, one]) => listErrors(one, level, name));
}

function withProperty(text: string, property: string | undefined): string {
  const last = property?.split(/[/.]/).at(-1) ?? '';
  return last === '' || text.toLowerCase().includes(last.toLowerCase()) ? text : `${property}: ${text}`;
}

function normalized(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** The start of a body of any type, without tags; empty for bytes that are no text. */
function startOf(body: Uint8Array): string {
  const text = Buffer.from(body.subarray(0, MAX_READ)).toString();
  return text.includes('\0') || text.includes('\ufffd') ? '' : shorten(plainText(text));
}

/** A text without tags, in one line. */
function plainText(whole: string): string {
  const text = whole.slice(0, MAX_READ);
  const plain = /<\/?[a-z!?][^>]*>/i.test(text)
    ? text.replaceAll(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' ')
    : text;
  return plain
    .replaceAll(/&(quot|#34|#39|apos|lt|gt|nbsp|amp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  '#34': '"',
  '#39': "'",
  apos: "'",
  lt: '<',
  gt: '>',
  amp: '&',
};

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1).trimEnd()}…` : text;
}
