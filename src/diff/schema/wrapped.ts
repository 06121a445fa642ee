// Detects a schema that became one of several alternatives, and vice versa.

import type { Alternatives } from '../../openapi/schema/constraints/alternatives.ts';
import { isUnbounded } from '../../openapi/schema/constraints/bounds.ts';
import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import type { ALTERNATIVE_RULES } from './alternative-rules.ts';
import { countMatched, mayOverlap } from './overlap.ts';
import type { RuleInput } from './rule-input.ts';

type Input = RuleInput<keyof typeof ALTERNATIVE_RULES | 'became-nullable' | 'became-not-nullable'>;

/** @returns whether everything was compared: one side has alternatives, and the other is one of them */
export function compareWrapped(input: Input): boolean {
  const { old, new: now, tell, compare, isIncluded } = input;
  const [before, after] = [onlyChoiceOf(old), onlyChoiceOf(now)];
  if (after && old.alternatives.length === 0) {
    const at = { old: old.at, new: after.at };
    const [single, ...others] = after.branches;
    if (single && others.length === 0) {
      tell('discriminator-added', `discriminator ${JSON.stringify(now.discriminator?.value)} added`, at);
      compare(old.schemas, [single]);
      return true;
    }
    const same = after.branches.find((branch) => isIncluded(old.schemas, [branch], 'old in new'));
    if (!same) return false;
    if (after.keyword === 'oneOf' && countMatched(old.schemas, after, 'old in new', input) > 1) {
      tell('alternatives-overlap', 'each value matches several alternatives of oneOf', at);
      return true;
    }
    if (now.allowsNull && !old.allowsNull) tell('became-nullable', 'null allowed', at);
    tell('alternative-added', 'alternatives added', at);
    if (mayFitTwo(after, 'new', input))
      tell('alternatives-widened', 'must match exactly one of several schemas now', at);
    compare(old.schemas, [same]);
    return true;
  }
  if (before && now.alternatives.length === 0) {
    const at = { old: before.at, new: now.at };
    const [single, ...others] = before.branches;
    if (single && others.length === 0) {
      const property = JSON.stringify(old.discriminator?.value);
      tell('discriminator-dropped', `discriminator ${property} removed`, at);
      compare([single], now.schemas);
      return true;
    }
    const same = before.branches.find((branch) => isIncluded([branch], now.schemas, 'new in old'));
    if (!same) return false;
    if (before.keyword === 'oneOf' && countMatched(now.schemas, before, 'new in old', input) > 1) {
      tell('alternatives-overlap', 'each value matched several alternatives of oneOf', at);
      return true;
    }
    if (old.allowsNull && !now.allowsNull) tell('became-not-nullable', 'null no longer allowed', at);
    const isMore = before.branches.every((branch) => isIncluded([branch], now.schemas, 'old in new'));
    tell(isMore ? 'alternatives-dropped' : 'alternative-removed', 'alternatives removed', at);
    if (mayFitTwo(before, 'old', input))
      tell('alternatives-narrowed', 'need not match exactly one of several schemas any more', at);
    compare([same], now.schemas);
    return true;
  }
  return false;
}

/** Whether a value may not fit because it fits two. */
function mayFitTwo(alternatives: Alternatives, side: 'old' | 'new', input: Input): boolean {
  return alternatives.keyword === 'oneOf' && mayOverlap(alternatives, side, input);
}

/** Keywords that are compared in any case, or with the parent object. */
const ASIDE = new Set(['deprecated', 'x-sunset', 'readOnly', 'writeOnly']);

/** The alternatives of schemas without other constraints. */
function onlyChoiceOf(meaning: Constraints): Alternatives | undefined {
  const {
    alternatives,
    members,
    elements,
    conditions,
    values,
    required,
    patterns,
    formats,
    types,
    bounds,
    annotations: notes,
  } = meaning;
  const [only, ...others] = alternatives;
  const isAlone = [members, elements, conditions, others].every(({ length }) => length === 0);
  const hasNoEffect =
    !values &&
    !types &&
    [required, patterns, formats].every(({ size }) => size === 0) &&
    isUnbounded(bounds) &&
    [...notes.keys()].every((note) => ASIDE.has(note));
  return isAlone && hasNoEffect ? only : undefined;
}
