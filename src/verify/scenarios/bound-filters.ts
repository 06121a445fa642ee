// Values for filters by bounds, such as `minPrice`, and the items that they must exclude.

import { parseTime } from '../../mock/resources/list/compare-sort-values.ts';
import type { ListRule } from '../../mock/resources/list/input-roles.ts';
import type { ListFilter } from '../../mock/resources/list/list-filter.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import { isJsonNumber, toDouble } from '../../schema/json/exact-number.ts';

/** A value of a bound, and its effect on the values of items. */
export interface Bound {
  readonly value: string | number;
  /** Whether an item with this value must be excluded. A value close to the bound may be. */
  isExcluded(value: unknown): boolean;
  /** Whether an item with this value must be included. */
  isIncluded(value: unknown): boolean;
}

const SECOND = 1000;
const DAY = 86_400_000;

/** Whether a filter is a bound of a property that its name decides. */
export function isBound(
  { comparison, property, isUnnamed }: ListFilter,
  rule: ListRule,
  action: ResourceAction,
): boolean {
  if (!property || !['above', 'from', 'below', 'upTo'].includes(comparison)) return false;
  // `from` and `to` mean the only time of the items, or may mean another one.
  return !(isUnnamed && property.isDate) || countTimes(rule, action) === 1;
}

/**
 * A value that excludes some of the items, else all of them; undefined if they have no comparable values.
 *
 * @param isAllowed - whether the input may have a value
 */
export function findBound(
  { comparison }: Pick<ListFilter, 'comparison'>,
  values: readonly unknown[],
  isAllowed: (value: string | number) => boolean,
): Bound | undefined {
  const isLower = comparison === 'above' || comparison === 'from';
  const present = values.filter((value) => orderOf(value) !== undefined);
  const sorted = present.toSorted((one, other) => (orderOf(one) ?? 0) - (orderOf(other) ?? 0));
  const middle = sorted[isLower ? sorted.length >> 1 : (sorted.length - 1) >> 1];
  const [least, most] = [sorted[0], sorted.at(-1)];
  const outer = isLower ? most : least;
  const excluding = isLower ? least : most;
  for (const value of [...formsOf(middle, 0), ...formsOf(outer, isLower ? 1 : -1)]) {
    if (!isAllowed(value)) continue;
    const limit = orderOf(value) ?? 0;
    const margin = typeof value === 'number' ? 0 : isDateOnly(value) ? 2 * DAY : SECOND;
    const distance = (one: unknown) => (isLower ? -1 : 1) * ((orderOf(one) ?? limit) - limit);
    const bound: Bound = {
      value,
      isExcluded: (one) => distance(one) > margin,
      isIncluded: (one) => distance(one) < -margin,
    };
    if (bound.isExcluded(excluding)) return bound;
  }
  return undefined;
}

/** Numbers and times, in milliseconds, are comparable. */
function orderOf(value: unknown): number | undefined {
  if (isJsonNumber(value)) return toDouble(value);
  return typeof value === 'string' ? parseTime(value) : undefined;
}

/** A value, or one beyond it, as a filter may be written. @param beyond - 1 for a larger one, -1 for a smaller one */
function formsOf(value: unknown, beyond: -1 | 0 | 1): readonly (string | number)[] {
  const order = orderOf(value);
  if (order === undefined) return [];
  if (typeof value !== 'string') return [order + beyond];
  const time = new Date(order + 10 * beyond * DAY);
  if (Number.isNaN(time.getTime())) return [];
  const text = beyond === 0 ? value : time.toISOString();
  const date = time.toISOString().slice(0, 'yyyy-mm-dd'.length);
  return isDateOnly(value) ? [date, time.toISOString()] : [text, date];
}

function isDateOnly(text: string): boolean {
  return !text.includes(':');
}

/** The number of times among the properties of the items. */
function countTimes({ references }: ListRule, { resource }: ResourceAction): number {
  const properties = getSchemaShape(resource.schema, references)?.properties ?? new Map();
  return [...properties.values()].filter((one) => {
    const format = getSchemaShape(one, references)?.keywordValue('format');
    return format === 'date' || format === 'date-time';
  }).length;
}
