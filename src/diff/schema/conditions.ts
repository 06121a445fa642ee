// Compares keywords as a whole: `not`, `if`, `contains` and others.

import type { Part } from '../../openapi/references.ts';
import type { SchemaCondition } from '../../openapi/schema/constraints/conditions.ts';
import { groupByKey } from '../group-by-key.ts';
import type { DiffRule } from '../level.ts';
import type { RuleInput } from './rule-input.ts';

export const CONDITION_RULES = {
  'condition-added': {
    effect: 'narrows',
    title: 'A condition was added (`not`, `if`, `contains`, `contentSchema` …).',
  },
  'condition-dropped': {
    effect: 'widens',
    title: 'A condition was removed (`not`, `if`, `contains`, `contentSchema` …).',
  },
  'condition-changed': {
    effect: 'unclear',
    title: 'A condition changed (`not`, `if`, `contains`, `contentSchema` …).',
  },
  'not-compared': { effect: 'unclear', title: 'The schema is too large to compare completely.' },
} as const satisfies Readonly<Record<string, DiffRule>>;

export function compareConditions(input: RuleInput<keyof typeof CONDITION_RULES>): void {
  const { old, new: now, tell } = input;
  if (old.isTruncated || now.isTruncated)
    tell('not-compared', 'has too many schemas to compare all', {
      old: old.at,
      new: now.at,
    });
  const left = new Set(now.conditions);
  const byText = groupByKey(left, textOf);
  const gone = old.conditions.filter((condition) => {
    const same = byText.get(textOf(condition))?.find((other) => left.has(other) && isSame(condition, other, input));
    return !same || !left.delete(same);
  });
  const byKeyword = groupByKey(left, ({ keyword }) => keyword);
  for (const { keyword, at } of gone) {
    const changed = byKeyword.get(keyword)?.shift();
    if (changed) tell('condition-changed', `condition changed (${keyword})`, { old: at, new: changed.at });
    else tell('condition-dropped', `condition removed (${keyword})`, { old: at, new: now.at });
  }
  for (const { keyword, at } of [...byKeyword.values()].flat())
    tell('condition-added', `condition added (${keyword})`, { old: old.at, new: at });
}

/** The text of a condition without its schemas. */
function textOf({ keyword, text, schemas }: SchemaCondition): string {
  return JSON.stringify([keyword, text, [...schemas.keys()].sort()]);
}

/** Whether there are conditions that depend on all other keywords. */
export function dependsOnAll({ conditions }: { readonly conditions: readonly SchemaCondition[] }): boolean {
  return conditions.some(({ keyword }) => keyword.startsWith('unevaluated'));
}

/** @param other - one with equal text */
function isSame(one: SchemaCondition, other: SchemaCondition, { isIncluded }: Pick<RuleInput, 'isIncluded'>): boolean {
  return [...one.schemas].every(([step, part]) => {
    const beside: Part<unknown> | undefined = other.schemas.get(step);
    return beside && isIncluded([part], [beside], 'old in new') && isIncluded([part], [beside], 'new in old');
  });
}
