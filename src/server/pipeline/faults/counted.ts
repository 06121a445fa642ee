// Plans that end after a number of requests, or meet one in several: there it matters that each is counted once.

import type { FaultPlan } from './plan.ts';

/** How often it is met until it is over. */
export function timesOf({
  steps,
  times = steps.length > 1 ? steps.length : Number.POSITIVE_INFINITY,
}: FaultPlan): number {
  return times;
}

/** Whether it matters who meets it first. */
export function isCounted(plan: FaultPlan): boolean {
  return timesOf(plan) < Number.POSITIVE_INFINITY || (plan.every ?? 1) > 1;
}
