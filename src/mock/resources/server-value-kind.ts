// Meanings of server-set properties: timestamps, version, URL, owner.

import { splitWords } from '../../openapi/name-words.ts';
import { timeLikeExample } from '../samples/generate/time-like-example.ts';
import { isInMilliseconds } from '../samples/generate/time-unit.ts';
import type { ItemProperty } from './item-properties.ts';

/** The meaning of a property that the server sets. */
export type ServerValueKind = 'created' | 'updated' | 'version' | 'self' | 'owner';

const CREATED = new Set([
  'created',
  'made',
  'placed',
  'joined',
  'creation',
  'create',
  'inserted',
  'added',
  'registered',
  'registration',
]);
const UPDATED = new Set(['updated', 'update', 'modified', 'modification', 'changed', 'edited']);
/** Words around these: `createdAt`, `lastModifiedTime`, `date_created`. */
const TIME_WORDS = new Set([
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
const VERSION_NAMES = new Set(['version', 'revision', 'generation']);
const SELF_NAMES = new Set(['self', 'href', 'self link', 'self url', 'self uri', 'resource uri', 'uri', 'url']);
const OWNER_NAMES = new Set(['owner', 'created by', 'creator', 'author', 'owner id', 'user id']);

/** The meaning of a property, by name and type; undefined for other properties. */
export function getServerValueKind(member: ItemProperty): ServerValueKind | undefined {
  if (!cache.has(member)) cache.set(member, findMeaning(member));
  return cache.get(member);
}

const cache = new WeakMap<ItemProperty, ServerValueKind | undefined>();

function findMeaning({ name, type, format }: ItemProperty): ServerValueKind | undefined {
  const words = splitWords(name);
  const text = words.join(' ');
  const isTime = type === 'integer' || type === 'number' || (type === 'string' && isTimeFormat(format));
  if (
    isTime &&
    words.some((word) => CREATED.has(word)) &&
    words.every((word) => CREATED.has(word) || TIME_WORDS.has(word))
  )
    return 'created';
  if (
    isTime &&
    words.some((word) => UPDATED.has(word)) &&
    words.every((word) => UPDATED.has(word) || TIME_WORDS.has(word))
  )
    return 'updated';
  if (VERSION_NAMES.has(text) && (type === 'integer' || type === 'number')) return 'version';
  if (type !== 'string') return undefined;
  if (SELF_NAMES.has(text)) return 'self';
  return OWNER_NAMES.has(text) ? 'owner' : undefined;
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
export function formatTime({ name, type, format, schema }: ItemProperty, now: Date): string | number {
  const example = schema.example ?? [schema.examples].flat()[0];
  if (type === 'string') {
    const alike = format === undefined && typeof example === 'string' ? timeLikeExample(example, () => now) : undefined;
    return alike ?? (format === 'date' ? now.toISOString().slice(0, 10) : now.toISOString());
  }
  return isInMilliseconds(name, format, example) ? now.getTime() : Math.floor(now.getTime() / 1000);
}
