// Compares items as two callers see them.

import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { findDifferences } from './value-differences.ts';

/** How much of an item a value shows: all sent values, some of them, or none. */
export type Likeness = 'same' | 'partly' | 'other';

/**
 * @param item - the item, as its owner sees it
 * @param sent - the values that the owner sent
 */
export function likenessOf(shown: unknown, item: unknown, sent: unknown): Likeness {
  if (!isRecord(shown) || !isRecord(item) || !isRecord(sent)) return isEqual(shown, item) ? 'same' : 'other';
  const names = Object.keys(sent).filter(
    (name) => item[name] !== undefined && findDifferences(sent[name], item[name]).length === 0,
  );
  if (names.length === 0) return isEqual(shown, item) ? 'same' : 'other';
  const equal = names.filter((name) => isEqual(shown[name], item[name]));
  return equal.length === names.length ? 'same' : equal.length > 0 ? 'partly' : 'other';
}

/** Reads of an item by its owner, around a change. */
interface ItemReads {
  /** Two reads before the change: properties that differ between them change by themselves. */
  readonly steady: unknown;
  readonly previous: unknown;
  /** After the change. */
  readonly now: unknown;
  /** The values that the change sent. */
  readonly sent: unknown;
}

/**
 * Whether an item has changed: it has a sent value, or another value of a property that does not change by itself.
 * Numbers and times that were not sent are ignored: they may count or run on.
 */
export function hasEffect({ steady, previous, now, sent }: ItemReads): boolean {
  if (!isRecord(steady) || !isRecord(previous) || !isRecord(now)) return false;
  const wanted = isRecord(sent) ? sent : {};
  const isSent = (name: string) =>
    wanted[name] !== undefined && now[name] !== undefined && findDifferences(wanted[name], now[name]).length === 0;
  return [...new Set([...Object.keys(previous), ...Object.keys(now)])].some(
    (name) =>
      isEqual(steady[name], previous[name]) &&
      !isEqual(previous[name], now[name]) &&
      (isSent(name) || ![previous[name], now[name]].some((value) => typeof value === 'number' || isTime(value))),
  );
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return one === other;
  return stringifyJson(one) === stringifyJson(other);
}
