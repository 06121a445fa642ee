// Matches the branches of two `oneOf` or `anyOf`.

import type { Part } from '../../openapi/references.ts';
import type { Alternatives } from '../../openapi/schema/constraints/alternatives.ts';
import { canonicalJson } from '../../schema/equality.ts';
import { groupByKey } from '../group-by-key.ts';
import { branchShape } from './overlap.ts';
import type { RuleInput } from './rule-input.ts';

export type BranchPair = readonly [old: Part<unknown>, now: Part<unknown>];

/** Matched branches, and those of only one document. */
interface Matching {
  readonly pairs: readonly BranchPair[];
  readonly removed: readonly Part<unknown>[];
  readonly added: readonly Part<unknown>[];
}

/** Maximum number of compared pairs of branches. */
const MOST_TRIED = 400;

/** Matches branches: by discriminator value, name, text, constraints, and finally by shape. */
export function matchBranches(input: RuleInput<never>, before: Alternatives, after: Alternatives): Matching {
  let removed: readonly Part<unknown>[] = before.branches;
  let added: readonly Part<unknown>[] = after.branches;
  const pairs: BranchPair[] = [];
  const take = (found: readonly BranchPair[]) => {
    pairs.push(...found);
    const taken = new Set(found.flat());
    removed = removed.filter((branch) => !taken.has(branch));
    added = added.filter((branch) => !taken.has(branch));
  };
  const pairUp = (nameOf: (branch: Part<unknown>, side: 'old' | 'new') => string | undefined) => {
    const byName = groupByKey(added, (branch) => nameOf(branch, 'new'));
    byName.delete(undefined);
    take(
      removed.flatMap((one) => {
        const other = byName.get(nameOf(one, 'old'))?.shift();
        return other ? [[one, other] as const] : [];
      }),
    );
  };
  pairUp((branch, side) => tagValuesOf(branch, side === 'old' ? before : after)[0]);
  pairUp((branch, side) => input.meaningOf(side, [branch]).name);
  pairUp(({ value }) => canonicalJson(value));
  const isSame = (one: Part<unknown>, other: Part<unknown>) =>
    input.isIncluded([one], [other], 'old in new') && input.isIncluded([one], [other], 'new in old');
  if (removed.length * added.length <= MOST_TRIED)
    for (const one of removed) {
      const other = added.find((branch) => isSame(one, branch));
      if (other) take([[one, other]]);
    }
  pairUp((branch, side) => branchShape(branch, side, input));
  return { pairs, removed, added };
}

const placesOf = new WeakMap<Alternatives, ReadonlyMap<Part<unknown>, number>>();

/** The discriminator values of a branch. */
export function tagValuesOf(branch: Part<unknown>, alternatives: Alternatives): readonly string[] {
  const { branches, values } = alternatives;
  if (values.size === 0) return [];
  const places = placesOf.get(alternatives) ?? new Map(branches.map((one, index) => [one, index] as const));
  placesOf.set(alternatives, places);
  return values.get(places.get(branch) ?? -1) ?? [];
}
