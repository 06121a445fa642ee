// Two documents' schemas held against each other: pair by pair, each pair once, whoever refers to it and however often.

import type { Description } from '../../openapi/description.ts';
import type { Meaning } from '../../openapi/schema/meaning/meaning.ts';
import { createSameness } from '../../openapi/schema/same-schemas.ts';
import { type Flow, levelsOf } from '../level.ts';
import { compareAlternatives } from './alternatives.ts';
import { compareBounds } from './bounds.ts';
import { compareConditions, dependsOnAll } from './conditions.ts';
import { compareLifecycles } from './lifecycle.ts';
import { compareLists } from './lists.ts';
import { compareObjects } from './objects.ts';
import type { At, Form, RuleInput, Schemas } from './rule-input.ts';
import { SCHEMA_RULES, type SchemaRuleId } from './rules.ts';
import { compareTexts } from './texts.ts';
import { compareTypes } from './types.ts';
import { compareValues } from './values.ts';
import { compareWrapped } from './wrapped.ts';

/** One difference of two schemas. */
export interface Difference {
  readonly rule: SchemaRuleId;
  /** The end of a sentence that begins with what it is about. */
  readonly what: string;
  readonly at: At;
}

/** What both documents say of the values at one place. */
export interface Pair {
  readonly old: Meaning;
  readonly new: Meaning;
  readonly flow: Flow;
  readonly form: Form;
  /** What differs here; below it, its `children` tell. */
  readonly differences: readonly Difference[];
  readonly children: readonly Pair[];
}

export interface Comparison {
  pair(flow: Flow, form: Form, old: Schemas, now: Schemas): Pair;
  /** How many pairs have been looked at so far. */
  readonly compared: number;
  /** Where the first schemas stand that were not compared because there was so much; undefined where all have been. */
  readonly firstLeftOut: At | undefined;
}

/** How much is read and looked at, how far inside of one another, and how many pairs for one question whether values are sure to fit. */
const MOST_EFFORT = 2_000_000;
const DEEPEST = 400;
const MOST_ASKED = 2000;
/** How many such questions may be asked to answer one. */
const MOST_QUESTIONS = 30;

/** @param most - how much may be read, and looked at in pairs: schema objects, members, values, alternatives … What is left then is not compared */
export function createComparison(
  { references: oldReferences, meanings: old }: Pick<Description, 'references' | 'meanings'>,
  { references: newReferences, meanings: now }: Pick<Description, 'references' | 'meanings'>,
  most = MOST_EFFORT,
): Comparison {
  const areSame = createSameness(oldReferences, newReferences);
  /** Stands for every pair of which no look is needed. */
  const same: Pair = { old: old.of([]), new: now.of([]), flow: 'in', form: 'json', differences: [], children: [] };
  const pairs = new Map<string, LazyPair>();
  let [questions, compared, looked, asked] = [0, 0, 0, 0];
  let firstLeftOut: At | undefined;
  const isTooMuch = () => old.effort + now.effort + looked + asked > most;

  /** @throws TooMuch */
  const read = (side: 'old' | 'new', schemas: Schemas): Meaning => {
    if (isTooMuch()) throw new TooMuch();
    return (side === 'old' ? old : now).of(schemas);
  };

  /** @throws TooMuch */
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
      if (!(error instanceof TooMuch)) throw error;
      firstLeftOut ??= at;
      return undefined;
    }
  };

  /** @throws TooMuch */
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
    if (isTooMuch()) throw new TooMuch();
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

  /** Whether values are sure to fit. A pair that is being looked at counts as the same: what differs in it is told there. */
  const isIncluded = (pair: Pair, which: 'old in new' | 'new in old'): boolean => {
    if (pair === same) return true;
    if (questions > MOST_QUESTIONS) return false;
    questions += 1;
    try {
      const seen = new Set([pair]);
      for (const next of seen) {
        asked += 1;
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
  if (input.old.isCut || input.new.isCut) return;
  compareLifecycles(input);
  if (compareWrapped(input) || !compareTypes(input)) return;
  compareValues(input);
  compareBounds(input);
  compareTexts(input);
  compareObjects(input);
  compareLists(input);
  compareAlternatives(input);
}

/** Whether what one side sends is what the other one takes, and understands, whatever a rule has found. */
function isSafe(rule: SchemaRuleId, which: 'old in new' | 'new in old'): boolean {
  return levelsOf(SCHEMA_RULES[rule], which === 'old in new' ? 'in' : 'out').clients === 'harmless';
}

/** There is no room to read on, or to look at more. */
class TooMuch extends Error {}

/** A pair that is looked at when somebody asks. */
class LazyPair implements Pair {
  readonly old: Meaning;
  readonly new: Meaning;
  readonly flow: Flow;
  readonly form: Form;
  readonly depth: number;
  readonly found: Difference[] = [];
  readonly below: Pair[] = [];
  readonly #fill: (pair: LazyPair) => void;
  #isFilled = false;

  constructor(old: Meaning, now: Meaning, flow: Flow, form: Form, depth: number, fill: (pair: LazyPair) => void) {
    this.old = old;
    this.new = now;
    this.flow = flow;
    this.form = form;
    this.depth = depth;
    this.#fill = fill;
  }

  get differences(): readonly Difference[] {
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
