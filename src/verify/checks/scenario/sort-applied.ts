// Check: a sorted list is in order.

import { compareNumbers, isJsonNumber } from '../../../schema/json/exact-number.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { ScenarioCheck } from '../../cases/test-case.ts';

export const sortApplied: ScenarioCheck<{
  /** The query: `sort=-title`. */
  readonly query: string;
  readonly descending: boolean;
  /** The sort values of the items that have one, in list order. */
  readonly values: readonly unknown[];
  /** Items of the unsorted list that are not in this one. */
  readonly missing: readonly string[];
}> = {
  description:
    'A list that is sorted by a property, ascending or descending, is in that order and contains all items of the unsorted list. Strings may be ordered by code points, ignoring case, or by the rules of a language. Items with equal or missing values may be in any order.',
  *evaluate({ query, descending, values, missing }) {
    const sign = descending ? -1 : 1;
    const at = values.findIndex((value, index) => index > 0 && sign * compareOrder(values[index - 1], value) > 0);
    if (at > 0)
      yield {
        severity: 'error',
        message: `sorted by ${query}, the list has ${stringifyJson(values[at - 1])} before ${stringifyJson(values[at])}`,
        cause: `order ${query}`,
      };
    if (missing.length > 0)
      yield {
        severity: 'error',
        message: `sorted by ${query}, the list is missing ${missing.length} items, such as ${missing[0]}`,
        cause: `lost ${query}`,
      };
  },
};

const collators = [new Intl.Collator('en'), new Intl.Collator('en', { numeric: true, sensitivity: 'base' })];

/**
 * Compares two values: > 0 if the second precedes the first in every common order, < 0 for the opposite, else 0.
 */
function compareOrder(first: unknown, second: unknown): number {
  if (isJsonNumber(first) && isJsonNumber(second)) return compareNumbers(first, second);
  if (typeof first === 'boolean' && typeof second === 'boolean') return Number(first) - Number(second);
  if (typeof first !== 'string' || typeof second !== 'string') return 0;
  const byCharacters = first < second ? -1 : Number(first > second);
  const times = [first, second].map((text) => (/^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN));
  const [one = Number.NaN, other = Number.NaN] = times;
  if (!Number.isNaN(one - other)) return one - other;
  const orders = [byCharacters, ...collators.map((collator) => collator.compare(first, second))];
  const numbers = [first, second].map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  const difference = (numbers[0] ?? 0) - (numbers[1] ?? 0);
  if (!Number.isNaN(difference)) orders.push(difference);
  if (orders.every((order) => order > 0)) return 1;
  return orders.every((order) => order < 0) ? -1 : 0;
}
