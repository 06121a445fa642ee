// Compares the schemas of two documents in pairs, each pair once.

import type { DocumentDescription } from '../../openapi/describe-document.ts';
import { isUnbounded } from '../../openapi/schema/constraints/bounds.ts';
import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import { createSchemaEquality } from '../../openapi/schema/schema-equality.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { Flow } from '../level.ts';
import type { SchemaRuleId } from './all-rules.ts';
import { compareAlternatives } from './alternatives.ts';
import { compareBounds } from './bounds.ts';
import { compareConditions, dependsOnAll } from './conditions.ts';
import { createInclusion } from './inclusion.ts';
import { compareLifecycles } from './lifecycle.ts';
import { compareLists } from './lists.ts';
import { compareObjects } from './objects.ts';
import { LazyPair, type Pair } from './pair.ts';
import { type At, type Form, INCLUSIONS, type RuleInput, type Schemas } from './rule-input.ts';
import { compareTexts } from './texts.ts';
import { compareTypes } from './types.ts';
import { compareEnumerations } from './values.ts';
import { compareWrapped } from './wrapped.ts';

export interface SchemaComparison {
  pair(flow: Flow, form: Form, old: Schemas, now: Schemas): Pair;
  /** The number of compared pairs. */
  readonly compared: number;
  /** The location of the first schemas beyond the budget; undefined if all were compared. */
  readonly firstLeftOut: At | undefined;
}

/** The budget of work, and its depth. */
const MOST_EFFORT = 2_000_000;
const DEEPEST = 400;

/** @param most - the budget: schema objects, members, values, alternatives … The rest is not compared */
export function createSchemaComparison(
  { references: oldReferences, constraints: old }: Pick<DocumentDescription, 'references' | 'constraints'>,
  { references: newReferences, constraints: now }: Pick<DocumentDescription, 'references' | 'constraints'>,
  most = MOST_EFFORT,
): SchemaComparison {
  const areSame = createSchemaEquality(oldReferences, newReferences);
  /** Stands for all pairs without differences. */
  const same: Pair = { old: old.of([]), new: now.of([]), flow: 'in', form: 'json', differences: [], children: [] };
  const pairs = new Map<string, LazyPair>();
  let [compared, looked, response] = [0, 0, 0];
  let firstLeftOut: At | undefined;
  const isTooMuch = () => old.effort + now.effort + looked + response > most;
  const inclusion = createInclusion(same, () => {
    response += 1;
    return !isTooMuch();
  });
  const requireBudget = () => {
    if (isTooMuch()) throw new UsageError('too large to compare completely');
  };

  /** @throws UsageError if the budget is used up */
  const read = (side: 'old' | 'new', schemas: Schemas): Constraints => {
    requireBudget();
    return (side === 'old' ? old : now).of(schemas);
  };

  /** @throws UsageError if the budget is used up */
  const pairAt = (flow: Flow, form: Form, before: Schemas, after: Schemas, depth: number): Pair => {
    if (areSame(before, after)) return same;
    const [one, other] = [read('old', before), read('new', after)];
    const key = `${flow} ${form} ${one.key} | ${other.key}`;
    const known = pairs.get(key);
    if (known) return known;
    const made = new LazyPair(one, other, flow, form, depth, (pair) => {
      orLeftOut(() => fill(pair), { old: one.at, new: other.at });
    });
    pairs.set(key, made);
    return made;
  };

  const orLeftOut = <T>(work: () => T, at: At): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      firstLeftOut ??= at;
      return undefined;
    }
  };

  /** @throws UsageError if the budget is used up */
  const fill = (pair: LazyPair): void => {
    const { old: one, new: other, flow, form, depth } = pair;
    const below = (before: Schemas, after: Schemas) => pairAt(flow, form, before, after, depth + 1);
    const input: RuleInput<SchemaRuleId> = {
      ...{ old: one, new: other, flow, form },
      tell: (rule, what, at) => pair.found.push({ rule, what, at }),
      compare(before, after) {
        const compared = below(before, after);
        if (compared !== same) pair.below.push(compared);
      },
      meaningOf: read,
      isIncluded: (before, after, which) => inclusion.isIncluded(below(before, after), which),
      isSubset: (before, after, which) => inclusion.isSubset(below(before, after), which),
      isReplaced: (before, after) => inclusion.isReplaced(below(before, after)),
    };
    requireBudget();
    compared += 1;
    looked += one.size + other.size;
    if (depth > DEEPEST) {
      input.tell('not-compared', 'too large to compare completely', { old: one.at, new: other.at });
      return;
    }
    compareAll(input);
    if (!dependsOnAll(one) && !dependsOnAll(other)) return;
    const isSame = pair.below.every((one) => INCLUSIONS.every((which) => inclusion.isIncluded(one, which)));
    if (pair.found.length > 0 || !isSame)
      input.tell('condition-changed', 'effect of unevaluatedProperties or unevaluatedItems changed', {
        old: one.at,
        new: other.at,
      });
  };

  return {
    pair: (flow, form, before, after) =>
      orLeftOut(() => pairAt(flow, form, before, after, 0), { old: before[0]?.pointer, new: after[0]?.pointer }) ??
      same,
    get compared() {
      return compared;
    },
    get firstLeftOut() {
      return firstLeftOut;
    },
  };
}

function compareAll(input: RuleInput<SchemaRuleId>): void {
  compareConditions(input);
  if (input.old.isTruncated || input.new.isTruncated) return;
  compareLifecycles(input);
  if (areSameBytes(input)) return;
  if (compareWrapped(input) || !compareTypes(input)) return;
  compareEnumerations(input);
  compareBounds(input);
  compareTexts(input);
  compareObjects(input);
  compareLists(input);
  compareAlternatives(input);
}

/** Whether one side has `format: binary` of OpenAPI 3.0, and the other one no schema, or `contentMediaType` of 3.1. */
export function areSameBytes({ old, new: now, form }: RuleInput<never>): boolean {
  if (form !== 'bytes' || !isBytes(old) || !isBytes(now)) return false;
  const [before, after] = [old, now].map(({ formats }) => formats.has('binary'));
  const isSameMedia = [old, now].some(({ annotations }) => !annotations.has('contentMediaType'));
  return before !== after && isSameMedia;
}

function isBytes(constraints: Constraints): boolean {
  const { types, values, patterns, formats, required, members, elements, alternatives, conditions } = constraints;
  const { bounds, annotations } = constraints;
  const saysMore =
    values !== undefined ||
    !isUnbounded(bounds) ||
    annotations.has('contentEncoding') ||
    patterns.size + required.size + members.length + elements.length + alternatives.length + conditions.length > 0;
  const isBinary = formats.has('binary') || annotations.has('contentMediaType');
  // A string without a format is text.
  const isString = types?.value.size === 1 && types.value.has('string');
  return !saysMore && formats.size <= 1 && (isBinary ? !types || isString : !types && formats.size === 0);
}
