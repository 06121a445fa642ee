// Finds the earlier fault that a later one waits for: a request meets the first of a kind only.

import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { isNetworkStep } from '../pipeline/faults/network-step.ts';
import type { Fault } from './operations.ts';

/**
 * The active fault that applies to all requests of a later one; undefined if there is none.
 *
 * @param faults - in the order in which they were added
 */
export function findHidingFault(fault: Fault, faults: readonly Fault[]): Fault | undefined {
  const earlier = faults.slice(
    0,
    faults.findIndex(({ id }) => id === fault.id),
  );
  return earlier.find(({ plan, paused, over }) => {
    const { on = {}, rate = 1, every = 1 } = plan;
    const wanted: Readonly<Record<string, unknown>> = fault.plan.on ?? {};
    // A delay combines with a fault that changes the response.
    const isSameKind = plan.steps.every(isNetworkStep) === fault.plan.steps.every(isNetworkStep);
    const isWider = Object.entries(on).every(([name, value]) => stringifyJson(value) === stringifyJson(wanted[name]));
    return !paused && !over && rate === 1 && every === 1 && isSameKind && isWider;
  });
}
