// Recognises ids, times, marks and URLs, which two servers may choose differently.

import type { ReferenceResolver } from '../../mock/resources/reference-resolver.ts';
import { splitWords } from '../../openapi/name-words.ts';
import type { SchemaShape } from '../../openapi/schema/schema-shape.ts';
import { singular } from '../../openapi/singular.ts';
import { secrecyOf } from '../../server/pipeline/security/secret-name.ts';

const ID_WORDS = new Set(['id', 'ids', 'uuid', 'uuids', 'guid']);
/** Values that only their server understands, or counts. */
const OPAQUE_WORDS = new Set(['etag', 'cursor', 'cursors', 'sequence', 'revision', 'generation', 'version']);
/** Names of pagination marks, before `token` or alone. */
const PAGE_WORDS = new Set(['page', 'next', 'previous', 'prev', 'continuation', 'continue', 'sync', 'resume', 'start']);
const TIME_WORDS = new Set('at on date time timestamp created updated modified expires iat exp nbf'.split(' '));
/** From then to then a number may be a time: 2001 to 2128, in seconds and in milliseconds. */
const SECONDS = [1e9, 5e9] as const;

/**
 * The type of item whose id a property contains; a type of its own if the document knows none, and undefined if it is
 * no id.
 *
 * @param names - of the properties on the way, the outermost first
 */
export function idKindOf(
  names: readonly string[],
  shape: SchemaShape | undefined,
  referredTo: ReferenceResolver,
): string | undefined {
  const name = names.at(-1) ?? '';
  const words = splitWords(name);
  const isId = ID_WORDS.has(words.at(-1) ?? '') || shape?.keywordValue('format') === 'uuid';
  if (!isId) return undefined;
  // Of an object in an object, such as `owner: { id }`.
  const about = words.length === 1 && ID_WORDS.has(name.toLowerCase()) ? (names.at(-2) ?? '') : '';
  const full = about === '' ? name : `${singular(about)}Id`;
  return referredTo(full)?.name ?? `~${splitWords(full).join(' ')}`;
}

/** Whether two values are marks of their servers: neither is like the other, but for being one. */
export function areOpaque(name: string, first: unknown, second: unknown): boolean {
  if (typeof first !== typeof second || (first === '') !== (second === '')) return false;
  const words = splitWords(name);
  const last = words.at(-1) ?? '';
  const isMark = OPAQUE_WORDS.has(last) || (last === 'token' && PAGE_WORDS.has(words.at(-2) ?? ''));
  // The version of a product, such as 1.0, is no count of changes.
  return isMark && !(last === 'version' && typeof first === 'string' && words.length === 1);
}

/** Whether two values are secrets that their servers have drawn. */
export function areSecrets(name: string, shape: SchemaShape | undefined, first: unknown, second: unknown): boolean {
  const isSecret = secrecyOf(name) !== 'open' || shape?.keywordValue('format') === 'password';
  return isSecret && typeof first === 'string' && typeof second === 'string' && first !== '' && second !== '';
}

/** Whether two values are times of one kind, written in the same way. */
export function areTimes(name: string, shape: SchemaShape | undefined, first: unknown, second: unknown): boolean {
  if (typeof first === 'string' && typeof second === 'string') {
    const form = formOf(first);
    return form !== undefined && form === formOf(second);
  }
  if (typeof first !== 'number' || typeof second !== 'number') return false;
  const format = String(shape?.keywordValue('format') ?? '');
  const words = splitWords(name);
  const isTime = TIME_WORDS.has(words.at(-1) ?? '') || TIME_WORDS.has(words[0] ?? '') || /time|timestamp/.test(format);
  return isTime && unitOf(first) !== undefined && unitOf(first) === unitOf(second);
}

const FORMS: readonly (readonly [form: string, pattern: RegExp])[] = [
  ['date-time', /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)$/],
  ['local time', /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  // RFC 9110, section 5.6.7.
  ['HTTP date', /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/],
];

function formOf(text: string): string | undefined {
  return FORMS.find(([, pattern]) => pattern.test(text))?.[0];
}

function unitOf(number: number): 's' | 'ms' | undefined {
  const [from, to] = SECONDS;
  if (number >= from && number < to) return 's';
  return number >= from * 1000 && number < to * 1000 ? 'ms' : undefined;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Whether both are UUIDs (RFC 9562), which are always generated. */
export function areUuids(first: unknown, second: unknown): boolean {
  return typeof first === 'string' && typeof second === 'string' && UUID.test(first) && UUID.test(second);
}

/** Names of texts for people in error responses (RFC 9457 and others). */
const ERROR_TEXTS = new Set(
  'title detail details message messages msg description reason hint error_description errormessage'.split(' '),
);

/** Whether a value of an error response is a text for people: by its name, or because it is prose. */
export function isErrorText(name: string, value: unknown): boolean {
  return typeof value === 'string' && (ERROR_TEXTS.has(name.toLowerCase()) || isProse(value));
}

/** Whether a text is prose, such as `Not found` or `Unauthorized`, and not a code such as `not_found`. */
function isProse(text: string): boolean {
  return text === '' || /\s/.test(text.trim()) || /^\p{Lu}\p{Ll}+[.!]?$/u.test(text);
}

/** A text without the server that the addresses in it lead to: its own, and whatever one that is an address names. */
export function withoutOrigin(text: string, own: string): string {
  const rest = text.replaceAll(own, '');
  return /^https?:\/\//i.test(rest) && URL.canParse(rest) ? rest.slice(new URL(rest).origin.length) : rest;
}
