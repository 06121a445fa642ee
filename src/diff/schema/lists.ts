// Compares list items.

import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import type { DiffRule } from '../level.ts';
import { isAbout, type RuleInput, type Schemas } from './rule-input.ts';

export const LIST_RULES = {
  'items-limited': {
    effect: 'narrows',
    title: 'A schema for array items was added.',
  },
  'items-unlimited': { effect: 'widens', title: 'The schema for array items was removed.' },
} as const satisfies Readonly<Record<string, DiffRule>>;

export function compareLists({ old, new: now, tell, compare }: RuleInput<keyof typeof LIST_RULES>): void {
  if (!isAbout('array', old) || !isAbout('array', now)) return;
  const longest = Math.max(...[old, now].flatMap(({ elements }) => elements.map(({ first }) => first.length)), 0);
  // The last index stands for all items after those with a schema of their own.
  for (let index = 0; index <= longest; index += 1) {
    const [before, after] = [elementAt(old, index), elementAt(now, index)];
    const at = { old: before[0]?.pointer ?? old.at, new: after[0]?.pointer ?? now.at };
    const which = index < longest ? `item ${index + 1}` : 'items';
    if (before.length > 0 && after.length > 0) compare(before, after);
    else if (after.length > 0) tell('items-limited', `schema of ${which} added`, at);
    else if (before.length > 0) tell('items-unlimited', `schema of ${which} removed`, at);
  }
}

function elementAt({ elements }: Constraints, index: number): Schemas {
  return elements.flatMap(({ first, others }) => {
    const declared = first[index] ?? others;
    return declared && declared.value !== true ? [declared] : [];
  });
}
