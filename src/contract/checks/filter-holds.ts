// A list that is asked for by a value has only what has it.

import type { StoryCheck } from '../trial.ts';

export const filterHolds: StoryCheck<{
  readonly name: string;
  readonly value: unknown;
  readonly others: readonly unknown[];
  readonly isEmpty: boolean;
}> = {
  meaning:
    'A list that is asked for by the value of a property shows items with that value only, and shows some where there are some.',
  *tell({ name, value, others, isEmpty }) {
    const asked = `${name}=${JSON.stringify(value)}`;
    if (others.length > 0)
      yield {
        severity: 'finding',
        message: `asked for ${asked}, the list has items with ${JSON.stringify(others[0])}`,
        cause: `other ${name}`,
      };
    if (isEmpty)
      yield {
        severity: 'finding',
        message: `asked for ${asked}, the list has none, and there is one`,
        cause: `none ${name}`,
      };
  },
};
