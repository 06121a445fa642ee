// Identifies plans whose requests must be counted exactly.

import type { FaultPlan } from './fault-plan.ts';

/** How often it is met until it is over. */
export function occurrencesOf({
  steps,
  times = steps.length > 1 ? steps.length : Number.POSITIVE_INFINITY,
}: FaultPlan): number {
  return times;
}

/** Whether the order of requests matters. */
export function isCountedPlan(plan: FaultPlan): boolean {
  return occurrencesOf(plan) < Number.POSITIVE_INFINITY || (plan.every ?? 1) > 1;
}
