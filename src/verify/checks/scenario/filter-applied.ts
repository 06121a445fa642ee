// Check: a filtered list contains only matching items.

import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { ScenarioCheck } from '../../cases/test-case.ts';

export const filterApplied: ScenarioCheck<{
  readonly name: string;
  readonly value: unknown;
  readonly others: readonly unknown[];
  readonly isEmpty: boolean;
}> = {
  description:
    'A list that is filtered by the value of a property contains only items with that value. It contains at least one if such an item exists.',
  *evaluate({ name, value, others, isEmpty }) {
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
  },
};
