// Check: a filtered list contains only matching items.

import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { ScenarioCheck } from '../../cases/test-case.ts';

export const filterApplied: ScenarioCheck<{
  readonly name: string;
  readonly value: unknown;
  readonly others: readonly unknown[];
  readonly isEmpty: boolean;
  /** The value of an item that must be in the list, and is not. Default: none is missing. */
  readonly missing?: unknown;
}> = {
  description:
    'A list that is filtered by the value of a property contains only items with that value. It contains at least one if such an item exists. A filter by bounds (minPrice, createdAfter, price[gte]) includes all items within them, and no others; the bound itself may be either.',
  *evaluate({ name, value, others, isEmpty, missing }) {
    const query = `${name}=${stringifyJson(value)}`;
    if (others.length > 0)
      yield {
        severity: 'error',
        message: `filtered by ${query}, the list contains items with ${stringifyJson(others[0])}`,
        cause: `other ${name}`,
      };
    if (isEmpty)
      yield {
        severity: 'error',
        message: `filtered by ${query}, the list contains no match, but one exists`,
        cause: `none ${name}`,
      };
    else if (missing !== undefined && others.length === 0)
      yield {
        severity: 'error',
        message: `filtered by ${query}, the list does not contain the item with ${stringifyJson(missing)}`,
        cause: `missing ${name}`,
      };
  },
};
