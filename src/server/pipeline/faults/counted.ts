// Identifies plans whose requests must be counted exactly.

import type { FaultPlan } from './plan.ts';

/** How often it is met until it is over. */
export function timesOf({
  steps,
  times = steps.length > 1 ? steps.length : Number.POSITIVE_INFINITY,
}: FaultPlan): number {
  return times;
}

/** Whether the order of requests matters. */
export function isCounted(plan: FaultPlan): boolean {
  return timesOf(plan) < Number.POSITIVE_INFINITY || (plan.every ?? 1) > 1;
}
