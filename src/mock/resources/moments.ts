// Meanings of server-set properties: timestamps, version, URL, owner.

import { isInMilliseconds } from '../samples/generate/time-unit.ts';
import { wordsOf } from './inference/word.ts';
import type { Member } from './members.ts';

/** The meaning of a property that the server sets. */
export type Meaning = 'created' | 'updated' | 'version' | 'self' | 'owner';

const CREATED = new Set(['created', 'creation', 'create', 'inserted', 'added', 'registered', 'registration']);
const UPDATED = new Set(['updated', 'update', 'modified', 'modification', 'changed', 'edited']);
/** Words around these: `createdAt`, `lastModifiedTime`, `date_created`. */
const BESIDE = new Set([
  'at',
  'on',
  'date',
  'time',
  'datetime',
  'timestamp',
  'last',
  'utc',
  'ts',
  'millis',
  'ms',
  'sec',
  'seconds',
]);
const VERSIONS = new Set(['version', 'revision', 'generation']);
const SELVES = new Set(['self', 'href', 'self link', 'self url', 'self uri', 'resource uri', 'uri', 'url']);
const OWNERS = new Set(['owner', 'created by', 'creator', 'author', 'owner id', 'user id']);

/** The meaning of a property, by name and type; undefined for other properties. */
export function meaningOf(member: Member): Meaning | undefined {
  if (!known.has(member)) known.set(member, madeOut(member));
  return known.get(member);
}

const known = new WeakMap<Member, Meaning | undefined>();

function madeOut({ name, type, format }: Member): Meaning | undefined {
  const words = wordsOf(name);
  const text = words.join(' ');
  const isTime = type === 'integer' || type === 'number' || (type === 'string' && isTimeFormat(format));
  if (isTime && words.some((word) => CREATED.has(word)) && words.every((word) => CREATED.has(word) || BESIDE.has(word)))
    return 'created';
  if (isTime && words.some((word) => UPDATED.has(word)) && words.every((word) => UPDATED.has(word) || BESIDE.has(word)))
    return 'updated';
  if (VERSIONS.has(text) && (type === 'integer' || type === 'number')) return 'version';
  if (type !== 'string') return undefined;
  if (SELVES.has(text)) return 'self';
  return OWNERS.has(text) ? 'owner' : undefined;
}

function isTimeFormat(format: string | undefined): boolean {
  return (
    format === undefined ||
    format === 'date-time' ||
    format === 'date' ||
    format === 'datetime' ||
    format === 'timestamp'
  );
}

/** Formats a time for a property: ISO 8601, a date, or seconds or milliseconds since 1970. */
export function timeAs({ name, type, format, schema }: Member, now: Date): string | number {
  if (type === 'string') return format === 'date' ? now.toISOString().slice(0, 10) : now.toISOString();
  const example = schema.example ?? [schema.examples].flat()[0];
  return isInMilliseconds(name, format, example) ? now.getTime() : Math.floor(now.getTime() / 1000);
}
