// What is compared as a whole: `not`, `if`, `contains` and the like.

import type { Part } from '../../openapi/references.ts';
import type { Condition } from '../../openapi/schemas/meaning.ts';
import type { Rule } from '../level.ts';
import type { Given } from './given.ts';

export const CONDITION_RULES = {
  'condition-added': {
    effect: 'narrows',
    title: 'A further condition has to be met (`not`, `if`, `contains`, `dependentRequired` …).',
  },
  'condition-dropped': {
    effect: 'widens',
    title: 'A condition is gone (`not`, `if`, `contains`, `dependentRequired` …).',
  },
  'condition-changed': {
    effect: 'unclear',
    title: 'Another condition has to be met (`not`, `if`, `contains`, `dependentRequired` …).',
  },
  'not-compared': { effect: 'unclear', title: 'There is so much to compare that not all of it was looked at.' },
} as const satisfies Readonly<Record<string, Rule>>;

export function compareConditions(given: Given<keyof typeof CONDITION_RULES>): void {
  const { old, new: now, tell } = given;
  if (old.isCut || now.isCut)
    tell('not-compared', 'consists of so many schemas that not all of them were compared', {
      old: old.at,
      new: now.at,
    });
  const left = [...now.conditions];
  const gone = old.conditions.filter((condition) => {
    const same = left.findIndex((other) => isSame(condition, other, given));
    if (same >= 0) left.splice(same, 1);
    return same < 0;
  });
  for (const condition of gone) {
    const other = left.findIndex(({ keyword }) => keyword === condition.keyword);
    const [changed] = other < 0 ? [] : left.splice(other, 1);
    const { keyword } = condition;
    if (changed)
      tell('condition-changed', `has another condition (${keyword})`, { old: condition.at, new: changed.at });
    else tell('condition-dropped', `has a condition less (${keyword})`, { old: condition.at, new: now.at });
  }
  for (const { keyword, at } of left)
    tell('condition-added', `has a further condition (${keyword})`, { old: old.at, new: at });
}

/** Whether conditions are of some that depend on all that is said beside them. */
export function dependsOnAll({ conditions }: { readonly conditions: readonly Condition[] }): boolean {
  return conditions.some(({ keyword }) => keyword.startsWith('unevaluated'));
}

function isSame(one: Condition, other: Condition, { isIncluded }: Pick<Given, 'isIncluded'>): boolean {
  if (one.keyword !== other.keyword || one.text !== other.text || one.schemas.size !== other.schemas.size) return false;
  return [...one.schemas].every(([step, part]) => {
    const beside: Part<unknown> | undefined = other.schemas.get(step);
    return beside && isIncluded([part], [beside], 'old in new') && isIncluded([part], [beside], 'new in old');
  });
}
