// Sort order of values: numbers, times, other texts; missing values last.

import { toComparableText } from '../../../schema/equality.ts';
import { compareNumbers, isJsonNumber, type JsonNumber, parseNumber } from '../../../schema/json/exact-number.ts';

/** Negative if the first value comes first. */
export function compareSortValues(first: unknown, second: unknown): number {
  if (isJsonNumber(first) && isJsonNumber(second)) return compareNumbers(first, second);
  if (isMissing(first) || isMissing(second)) return Number(isMissing(first)) - Number(isMissing(second));
  if (typeof first === 'string' && typeof second === 'string') {
    const one = parseTime(first);
    const other = one === undefined ? undefined : parseTime(second);
    if (one !== undefined && other !== undefined) return one - other;
    return first < second ? -1 : Number(first !== second);
  }
  const [one, other] = [numberIn(first), numberIn(second)];
  if (one === undefined || other === undefined)
    return compareSortValues(toComparableText(first), toComparableText(second));
  return compareNumbers(one, other);
}

function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** The time of a date or date-time, in milliseconds; undefined for any other text. */
export function parseTime(text: string): number | undefined {
  // One character is enough to exclude most texts.
  if (text[4] !== '-' || !/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d|$)/.test(text)) return undefined;
  // `2023-10-06 23:47:56.678+00` of PostgreSQL has only the hours of the zone.
  const time = Date.parse(text.replace(/(:[\d.]+[+-]\d\d)$/, '$1:00'));
  return Number.isNaN(time) ? undefined : time;
}

function numberIn(value: unknown): JsonNumber | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (isJsonNumber(value)) return value;
  return typeof value === 'string' && value.trim() !== '' ? parseNumber(value) : undefined;
}
