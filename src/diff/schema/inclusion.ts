// Whether the values of one document's schemas are valid in the other document.

import { type DiffRule, levelsOf, type ValueEffect } from '../level.ts';
import { SCHEMA_RULES, type SchemaRuleId } from './all-rules.ts';
import type { Pair } from './pair.ts';
import type { Inclusion } from './rule-input.ts';

/** The answers are as sure as a "yes" can be; a "no" may be a yes. */
interface PairInclusion {
  /** Whether what one side sends stays valid. */
  isIncluded(pair: Pair, which: Inclusion): boolean;
  /** Whether all values stay valid, also those that are never sent. */
  isSubset(pair: Pair, which: Inclusion): boolean;
  /** Whether some values are valid on one side only, and others on the other side only. */
  isReplaced(pair: Pair): boolean;
}

/** Maximum number of pairs of one question, and of nested questions. */
const MOST_ASKED = 2000;
const MOST_QUESTIONS = 30;

/**
 * A pair under comparison counts as equal: its own differences are reported there.
 *
 * @param same - stands for pairs without differences
 * @param spend - takes a step from the budget, and returns whether there was one left
 */
export function createInclusion(same: Pair, spend: () => boolean): PairInclusion {
  let questions = 0;
  /** Whether a test passes for a pair and all below it; false if that takes too long. */
  const isEvery = (pair: Pair, test: (next: Pair) => boolean): boolean => {
    if (pair === same) return true;
    if (questions > MOST_QUESTIONS) return false;
    questions += 1;
    try {
      const seen = new Set([pair]);
      for (const next of seen) {
        const isLeft = spend();
        if (seen.size > MOST_ASKED || !isLeft || !test(next)) return false;
        for (const below of next.children) seen.add(below);
      }
      return true;
    } finally {
      questions -= 1;
    }
  };
  return {
    isIncluded: (pair, which) =>
      isEvery(pair, ({ differences }) => differences.every(({ rule }) => isSafe(rule, which))),
    isSubset: (pair, which) =>
      isEvery(pair, ({ differences }) => differences.every(({ rule }) => isWithin(rule, which))),
    isReplaced(pair) {
      const effects = new Set<ValueEffect>();
      const isRead = isEvery(pair, ({ differences, old, new: now }) => {
        for (const { rule } of differences) effects.add(SCHEMA_RULES[rule].effect);
        // Values that one alternative no longer allows may be allowed by another one.
        return old.alternatives.length + now.alternatives.length === 0 && !effects.has('unclear');
      });
      return isRead && (effects.has('replaces') || (effects.has('narrows') && effects.has('widens')));
    },
  };
}

/** Whether one side accepts and understands what the other sends, whatever a rule reports. */
function isSafe(rule: SchemaRuleId, which: Inclusion): boolean {
  return levelsOf(SCHEMA_RULES[rule], which === 'old in new' ? 'in' : 'out').clients === 'harmless';
}

/** Whether all values of one side are valid on the other, also those that are never sent. */
function isWithin(rule: SchemaRuleId, which: Inclusion): boolean {
  // Without the property, any value was allowed there.
  if (rule === 'property-added') return which === 'new in old';
  const { effect }: DiffRule = SCHEMA_RULES[rule];
  return effect === 'none' || effect === (which === 'old in new' ? 'widens' : 'narrows');
}
