// Durations of faults.

import type { FaultDelay } from '../../server/pipeline/faults/fault-plan.ts';

/** Longest that anything is delayed, in milliseconds. */
export const LONGEST_DELAY = 600_000;

/** A duration in milliseconds, drawn where it is left to chance. */
export function millisecondsIn(duration: FaultDelay, random: () => number): number {
  return Math.min(LONGEST_DELAY, Math.max(0, Math.round(drawn(duration, random))));
}

function drawn(duration: FaultDelay, random: () => number): number {
  if (typeof duration === 'number') return duration;
  if ('from' in duration) return duration.from + random() * (duration.to - duration.from);
  // Log-normal, by the method of Box and Muller.
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return duration.median * Math.exp(duration.sigma * normal);
}
