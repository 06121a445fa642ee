// Finds which keywords of its schema a value covers.

import type { ConstrainedSchema } from '../../openapi/schema/keyword-constraints/constrained-schemas.ts';
import { CONSTRAINT_OUTCOMES } from '../../openapi/schema/keyword-constraints/keyword-constraint.ts';
import { isObjectValue } from '../../openapi/schema/keyword-constraints/member-constraints.ts';
import type { Bits } from '../bit-set.ts';
import type { KeywordPlan, PlannedKeyword } from './keyword-plan.ts';

/** Maximum number of inspected values in one, and of schemas that refer to one another for the same value. */
const MOST_VALUES = 2000;
const DEEPEST = 10;

interface Look {
  readonly plan: KeywordPlan;
  readonly seen: Bits;
  /** The number of values that may still be inspected. */
  left: number;
}

/** Adds the keywords that a value covers. */
export function coverKeywords(value: unknown, schema: ConstrainedSchema, plan: KeywordPlan, seen: Bits): void {
  lookInto(value, schema, { plan, seen, left: MOST_VALUES }, 0);
}

function lookInto(value: unknown, constrained: ConstrainedSchema, look: Look, depth: number): void {
  if (look.left === 0 || depth > DEEPEST) return;
  look.left -= 1;
  for (const one of look.plan.schemas.get(constrained) ?? []) note(value, one, look.seen);
  for (const one of constrained.together) lookInto(value, one, look, depth + 1);
  for (const among of constrained.choices) for (const one of among(value)) lookInto(value, one, look, depth + 1);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const schema = constrained.first[index] ?? constrained.items;
      if (schema) lookInto(item, schema, look, 0);
    }
  } else if (isObjectValue(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      const schema = constrained.properties.get(name);
      if (schema) lookInto(member, schema, look, 0);
      for (const { covers, schema: other } of constrained.members) if (covers(name)) lookInto(member, other, look, 0);
    }
  }
}

function note(value: unknown, { ask, numbers }: PlannedKeyword, seen: Bits): void {
  if (numbers.every((number) => number < 0 || seen.has(number))) return;
  for (const one of ask.outcomesOf(value)) {
    const number = numbers[CONSTRAINT_OUTCOMES.indexOf(one)] ?? -1;
    if (number >= 0) seen.add(number);
  }
}
