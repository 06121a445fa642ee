// Compares the schemas of two documents in pairs, each pair once.

import type { DocumentDescription } from '../../openapi/describe-document.ts';
import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import { createSchemaEquality } from '../../openapi/schema/schema-equality.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { type Flow, levelsOf } from '../level.ts';
import { SCHEMA_RULES, type SchemaRuleId } from './all-rules.ts';
import { compareAlternatives } from './alternatives.ts';
import { compareBounds } from './bounds.ts';
import { compareConditions, dependsOnAll } from './conditions.ts';
import { compareLifecycles } from './lifecycle.ts';
import { compareLists } from './lists.ts';
import { compareObjects } from './objects.ts';
import type { At, Form, RuleInput, Schemas } from './rule-input.ts';
import { compareTexts } from './texts.ts';
import { compareTypes } from './types.ts';
import { compareEnumerations } from './values.ts';
import { compareWrapped } from './wrapped.ts';

/** One difference of two schemas. */
export interface SchemaDifference {
  readonly rule: SchemaRuleId;
  /** The end of a sentence about the subject. */
  readonly what: string;
  readonly at: At;
}

/** The schemas of both documents at one location. */
export interface Pair {
  readonly old: Constraints;
  readonly new: Constraints;
  readonly flow: Flow;
  readonly form: Form;
  /** The differences here; nested ones are in `children`. */
  readonly differences: readonly SchemaDifference[];
  readonly children: readonly Pair[];
}

export interface SchemaComparison {
  pair(flow: Flow, form: Form, old: Schemas, now: Schemas): Pair;
  /** The number of compared pairs. */
  readonly compared: number;
  /** The location of the first schemas beyond the budget; undefined if all were compared. */
  readonly firstLeftOut: At | undefined;
}

/** The budget of work, its depth, and the budget of one question whether all values stay valid. */
const MOST_EFFORT = 2_000_000;
const DEEPEST = 400;
const MOST_ASKED = 2000;
/** Maximum number of nested questions. */
const MOST_QUESTIONS = 30;

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
  let [questions, compared, looked, answered] = [0, 0, 0, 0];
  let firstLeftOut: At | undefined;
  const isTooMuch = () => old.effort + now.effort + looked + answered > most;
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
    const input: RuleInput<SchemaRuleId> = {
      ...{ old: one, new: other, flow, form },
      tell: (rule, what, at) => pair.found.push({ rule, what, at }),
      compare(before, after) {
        const below = pairAt(flow, form, before, after, depth + 1);
        if (below !== same) pair.below.push(below);
      },
      meaningOf: read,
      isIncluded: (before, after, which) => isIncluded(pairAt(flow, form, before, after, depth + 1), which),
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
    const isSame = pair.below.every((below) => isIncluded(below, 'old in new') && isIncluded(below, 'new in old'));
    if (pair.found.length > 0 || !isSame)
      input.tell('condition-changed', 'effect of unevaluatedProperties or unevaluatedItems changed', {
        old: one.at,
        new: other.at,
      });
  };

  /** Whether all values stay valid. A pair under comparison counts as equal: its own differences are reported there. */
  const isIncluded = (pair: Pair, which: 'old in new' | 'new in old'): boolean => {
    if (pair === same) return true;
    if (questions > MOST_QUESTIONS) return false;
    questions += 1;
    try {
      const seen = new Set([pair]);
      for (const next of seen) {
        answered += 1;
        if (seen.size > MOST_ASKED || isTooMuch()) return false;
        if (next.differences.some(({ rule }) => !isSafe(rule, which))) return false;
        for (const below of next.children) seen.add(below);
      }
      return true;
    } finally {
      questions -= 1;
    }
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
  if (compareWrapped(input) || !compareTypes(input)) return;
  compareEnumerations(input);
  compareBounds(input);
  compareTexts(input);
  compareObjects(input);
  compareLists(input);
  compareAlternatives(input);
}

/** Whether one side accepts and understands what the other sends, whatever a rule reports. */
function isSafe(rule: SchemaRuleId, which: 'old in new' | 'new in old'): boolean {
  return levelsOf(SCHEMA_RULES[rule], which === 'old in new' ? 'in' : 'out').clients === 'harmless';
}

/** A pair that is compared on demand. */
class LazyPair implements Pair {
  readonly old: Constraints;
  readonly new: Constraints;
  readonly flow: Flow;
  readonly form: Form;
  readonly depth: number;
  readonly found: SchemaDifference[] = [];
  readonly below: Pair[] = [];
  readonly #fill: (pair: LazyPair) => void;
  #isFilled = false;

  constructor(
    old: Constraints,
    now: Constraints,
    flow: Flow,
    form: Form,
    depth: number,
    fill: (pair: LazyPair) => void,
  ) {
    this.old = old;
    this.new = now;
    this.flow = flow;
    this.form = form;
    this.depth = depth;
    this.#fill = fill;
  }

  get differences(): readonly SchemaDifference[] {
    this.#ask();
    return this.found;
  }

  get children(): readonly Pair[] {
    this.#ask();
    return this.below;
  }

  #ask(): void {
    if (this.#isFilled) return;
    this.#isFilled = true;
    this.#fill(this);
  }
}
