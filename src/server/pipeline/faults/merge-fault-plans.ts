// Merges fault plans that two processes have changed.

import type { FaultPlansState } from './fault-plans.ts';

type KeptPlan = FaultPlansState['plans'][number];

/**
 * The plans of others, with the local changes since: added, removed, paused. Merging twice changes nothing.
 *
 * The greater counts win, so simultaneous counts are lost; turns are therefore taken from a shared counter if one is
 * available.
 *
 * @param before - the common base
 */
export function mergeFaultPlans(
  before: FaultPlansState,
  here: FaultPlansState,
  others: FaultPlansState,
): FaultPlansState {
  const [old, own] = [byKey(before), byKey(here)];
  const theirs = byKey(others);
  const merged = others.plans.flatMap((one) => {
    const mine = own.get(one.key);
    if (!mine) return old.has(one.key) ? [] : [one];
    return [mergedPlan(one, mine, old.get(one.key))];
  });
  const added = here.plans.filter(({ key }) => !theirs.has(key) && !old.has(key));
  return { next: Math.max(here.next, others.next), plans: [...merged, ...added] };
}

function mergedPlan(theirs: KeptPlan, own: KeptPlan, before: KeptPlan | undefined): KeptPlan {
  const isPaused = before && own.isPaused !== before.isPaused ? own.isPaused : theirs.isPaused;
  return {
    ...theirs,
    isPaused,
    matched: Math.max(own.matched, theirs.matched),
    met: Math.max(own.met, theirs.met),
  };
}

/** Whether they are the same plans, with the same counts. */
export function areSamePlans(one: FaultPlansState, other: FaultPlansState): boolean {
  return one.next === other.next && toText(one) === toText(other);
}

/** Plans are immutable, so a key identifies one. */
function toText({ plans }: FaultPlansState): string {
  return JSON.stringify(plans.map(({ key, isPaused, matched, met }) => [key, isPaused, matched, met]));
}

function byKey({ plans }: FaultPlansState): ReadonlyMap<string, KeptPlan> {
  return new Map(plans.map((one) => [one.key, one]));
}
