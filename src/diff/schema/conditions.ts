// Compares keywords as a whole: `not`, `if`, `contains` and others.

import type { SchemaCondition } from '../../openapi/schema/constraints/conditions.ts';
import { canonicalJson } from '../../schema/equality.ts';
import { groupByKey } from '../group-by-key.ts';
import type { DiffRule } from '../level.ts';
import { implies, isReplaced } from './implication.ts';
import { INCLUSIONS, type RuleInput } from './rule-input.ts';

export const CONDITION_RULES = {
  'condition-added': {
    effect: 'narrows',
    title: 'A condition was added (`not`, `if`, `contains`, `contentSchema` …).',
  },
  'condition-dropped': {
    effect: 'widens',
    title: 'A condition was removed (`not`, `if`, `contains`, `contentSchema` …).',
  },
  'condition-narrowed': {
    effect: 'narrows',
    title: 'A condition allows fewer values (`not`, `if`, `contains`, `dependentRequired` …).',
  },
  'condition-widened': {
    effect: 'widens',
    title: 'A condition allows more values (`not`, `if`, `contains`, `dependentRequired` …).',
  },
  'condition-changed': {
    effect: 'unclear',
    title: 'A condition changed. Whether it allows more or fewer values cannot be decided.',
  },
  'not-compared': { effect: 'unclear', title: 'The schema is too large to compare completely.' },
} as const satisfies Readonly<Record<string, DiffRule>>;

type Input = RuleInput<keyof typeof CONDITION_RULES>;

export function compareConditions(input: Input): void {
  const { old, new: now, tell } = input;
  if (old.isTruncated || now.isTruncated)
    tell('not-compared', 'has too many schemas to compare all', {
      old: old.at,
      new: now.at,
    });
  const left = new Set(now.conditions);
  const byText = groupByKey(left, textOf);
  const isSame = (one: SchemaCondition, other: SchemaCondition) =>
    INCLUSIONS.every((which) => implies({ old: one, new: other }, which, input));
  const gone = old.conditions.filter((condition) => {
    const same = byText.get(textOf(condition))?.find((other) => left.has(other) && isSame(condition, other));
    return !same || !left.delete(same);
  });
  const byKeyword = groupByKey(left, ({ keyword }) => keyword);
  for (const condition of gone) {
    const changed = byKeyword.get(condition.keyword)?.shift();
    if (changed) compareOne(condition, changed, input);
    else if (!implies({ old: condition, new: undefined }, 'new in old', input))
      tell('condition-dropped', `condition removed (${condition.keyword})`, { old: condition.at, new: now.at });
  }
  for (const condition of [...byKeyword.values()].flat())
    if (!implies({ old: undefined, new: condition }, 'old in new', input))
      tell('condition-added', `condition added (${condition.keyword})`, { old: old.at, new: condition.at });
}

function compareOne(old: SchemaCondition, now: SchemaCondition, input: Input): void {
  const { tell } = input;
  const both = { old, new: now };
  const [isWider, isNarrower] = [implies(both, 'old in new', input), implies(both, 'new in old', input)];
  const at = { old: old.at, new: now.at };
  if (!isWider && !isNarrower && !isReplaced(both, input)) {
    tell('condition-changed', `condition changed (${old.keyword})`, at);
    return;
  }
  if (!isWider) tell('condition-narrowed', `condition allows fewer values (${old.keyword})`, at);
  if (!isNarrower) tell('condition-widened', `condition allows more values (${old.keyword})`, at);
}

/** The text of a condition without its schemas. */
function textOf({ keyword, values, schemas }: SchemaCondition): string {
  return canonicalJson([
    keyword,
    [...values].sort(([one], [other]) => (one < other ? -1 : 1)),
    [...schemas.keys()].sort(),
  ]);
}

/** Whether there are conditions that depend on all other keywords. */
export function dependsOnAll({ conditions }: { readonly conditions: readonly SchemaCondition[] }): boolean {
  return conditions.some(({ keyword }) => keyword.startsWith('unevaluated'));
}
