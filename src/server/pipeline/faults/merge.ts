// Fault plans that two processes have gone on with: what either of them did to them, done to both.

import type { KeptPlans } from './plans.ts';

type KeptPlan = KeptPlans['plans'][number];

/**
 * Those that others have, with what was done here since: made, lifted, paused. To merge the same twice changes nothing.
 *
 * Of what was counted the greater numbers are taken: what was counted at two places at once counts once. Turns are taken where all know of them, so that they are not, but where that cannot be asked.
 *
 * @param before - what both started from
 */
export function mergedPlans(before: KeptPlans, here: KeptPlans, others: KeptPlans): KeptPlans {
  const [old, own] = [byKey(before), byKey(here)];
  const theirs = byKey(others);
  const stay = others.plans.flatMap((one) => {
    const mine = own.get(one.key);
    if (!mine) return old.has(one.key) ? [] : [one];
    return [mergedPlan(one, mine, old.get(one.key))];
  });
  const made = here.plans.filter(({ key }) => !theirs.has(key) && !old.has(key));
  return { next: Math.max(here.next, others.next), plans: [...stay, ...made] };
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
export function arePlansSame(one: KeptPlans, other: KeptPlans): boolean {
  return one.next === other.next && textOf(one) === textOf(other);
}

/** A plan never changes, so its key stands for it. */
function textOf({ plans }: KeptPlans): string {
  return JSON.stringify(plans.map(({ key, isPaused, matched, met }) => [key, isPaused, matched, met]));
}

function byKey({ plans }: KeptPlans): ReadonlyMap<string, KeptPlan> {
  return new Map(plans.map((one) => [one.key, one]));
}
