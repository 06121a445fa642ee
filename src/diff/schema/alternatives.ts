// Compares alternatives: `oneOf`, `anyOf`, discriminators.

import type { Part } from '../../openapi/references.ts';
import type { Alternatives } from '../../openapi/schema/constraints/alternatives.ts';
import { canonicalJson } from '../../schema/equality.ts';
import { groupByKey } from '../group-by-key.ts';
import { removedAndAdded } from '../removed-and-added.ts';
import type { ALTERNATIVE_RULES } from './alternative-rules.ts';
import { type BranchPair, matchBranches, tagValuesOf } from './branches.ts';
import { countMatched, mayOverlap } from './overlap.ts';
import type { At, Inclusion, RuleInput } from './rule-input.ts';

type Input = RuleInput<keyof typeof ALTERNATIVE_RULES>;

export function compareAlternatives(input: Input): void {
  const { old, new: now, tell } = input;
  for (const [before, after] of pairsOf(input)) {
    const at = { old: before?.at ?? old.at, new: after?.at ?? now.at };
    if (before && after) compareBranches(input, before, after);
    else if (after) compareNew(after, 'old in new', at, input);
    else if (before) compareNew(before, 'new in old', at, input);
  }
  const [before, after] = [old.discriminator, now.discriminator];
  const at = { old: before?.at ?? old.at, new: after?.at ?? now.at };
  if (before && after && before.value !== after.value)
    tell(
      'discriminator-changed',
      `discriminator changed from ${JSON.stringify(before.value)} to ${JSON.stringify(after.value)}`,
      at,
    );
  else if (after && !before) tell('discriminator-added', `discriminator ${JSON.stringify(after.value)} added`, at);
  else if (before && !after) tell('discriminator-dropped', `discriminator ${JSON.stringify(before.value)} removed`, at);
}

/** Alternatives of only one document: whether all values of the other one match them anyway. */
function compareNew(alternatives: Alternatives, which: Inclusion, at: At, input: Input): void {
  const { tell } = input;
  const isAdded = which === 'old in new';
  const count = countMatched(isAdded ? input.old.schemas : input.new.schemas, alternatives, which, input);
  const side = isAdded ? 'new' : 'old';
  if (count === 0)
    if (isAdded) tell('alternatives-added', 'must match one of several schemas now', at);
    else tell('alternatives-dropped', 'need not match one of several schemas any more', at);
  else if (alternatives.keyword === 'anyOf') return;
  else if (count > 1) tell('alternatives-overlap', 'each value matches several alternatives of oneOf', at);
  else if (mayOverlap(alternatives, side, input))
    if (isAdded) tell('alternatives-widened', 'must match exactly one of several schemas now', at);
    else tell('alternatives-narrowed', 'need not match exactly one of several schemas any more', at);
}

/** Pairs of alternatives: with matching branches, the others in order. */
function pairsOf({
  old,
  new: now,
  meaningOf,
}: Input): readonly (readonly [old: Alternatives | undefined, now: Alternatives | undefined])[] {
  const [before, after] = [[...old.alternatives], [...now.alternatives]];
  if (before.length < 2 && after.length < 2) return [[before[0], after[0]]];
  const wordsOf = (side: 'old' | 'new', { branches }: Alternatives) =>
    branches
      .map((branch) => meaningOf(side, [branch]).name ?? canonicalJson(branch.value))
      .sort()
      .join();
  const byWords = groupByKey(after, (one) => wordsOf('new', one));
  const known = before.map((one) => byWords.get(wordsOf('old', one))?.shift());
  const taken = new Set(known);
  const left = after.filter((one) => !taken.has(one));
  const pairs = before.map((one, index) => [one, known[index] ?? left.shift()] as const);
  return [...pairs, ...left.map((one) => [undefined, one] as const)];
}

function compareBranches(input: Input, before: Alternatives, after: Alternatives): void {
  const { tell, compare, isIncluded } = input;
  const { pairs, removed, added } = matchBranches(input, before, after);
  const at = { old: before.at, new: after.at };
  // With a discriminator, a value is valid for the named branch only.
  const areTold = [before, after].every(({ branches, values }) => values.size === branches.length);
  for (const branch of removed) {
    if (!areTold && after.branches.some((other) => isIncluded([branch], [other], 'old in new'))) continue;
    tell('alternative-removed', `alternative ${nameOf(branch, 'old', input)} removed`, {
      old: branch.pointer,
      new: after.at,
    });
  }
  for (const branch of added) {
    if (!areTold && before.branches.some((other) => isIncluded([other], [branch], 'new in old'))) continue;
    tell('alternative-added', `alternative ${nameOf(branch, 'new', input)} added`, {
      old: before.at,
      new: branch.pointer,
    });
  }
  for (const [one, other] of pairs) compare([one], [other]);
  compareTags(input, before, after, pairs);
  // Overlap is checked first: it is quick, while the set of values needs a complete comparison.
  const [wasUnclear, isUnclear] = [mayOverlap(before, 'old', input), mayOverlap(after, 'new', input)];
  if (before.keyword !== after.keyword && isUnclear) {
    const rule = after.keyword === 'oneOf' ? 'any-became-one' : 'one-became-any';
    tell(rule, `${before.keyword} became ${after.keyword}`, at);
  }
  const isOdd = removed.length + added.length > 0;
  const differs = (which: 'old in new' | 'new in old') =>
    isOdd || pairs.some(([one, other]) => !isIncluded([one], [other], which));
  if (after.keyword === 'oneOf' && isUnclear && differs('new in old'))
    tell('alternatives-widened', 'an alternative of oneOf allows more values, some may match two', at);
  if (before.keyword === 'oneOf' && wasUnclear && differs('old in new'))
    tell('alternatives-narrowed', 'an alternative of oneOf allows fewer values, some matched two', at);
}

/** Compares the discriminator values of branches. */
function compareTags({ tell }: Input, before: Alternatives, after: Alternatives, pairs: readonly BranchPair[]): void {
  for (const [one, other] of pairs) {
    const was = tagValuesOf(one, before);
    const is = tagValuesOf(other, after);
    if (was.length === 0 || is.length === 0) continue;
    const at = { old: one.pointer, new: other.pointer };
    const { gone, added } = removedAndAdded(was, is);
    for (const value of gone)
      tell('discriminator-value-removed', `discriminator value ${JSON.stringify(value)} removed`, at);
    for (const value of added)
      tell('discriminator-value-added', `discriminator value ${JSON.stringify(value)} added`, at);
  }
}

function nameOf(branch: Part<unknown>, side: 'old' | 'new', { meaningOf }: Input): string {
  const { name, types } = meaningOf(side, [branch]);
  return name ?? [...(types?.value ?? ['one of several'])].sort().join(' or ');
}
