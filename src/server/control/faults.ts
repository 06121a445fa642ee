// Adds, lists and removes the fault plans of a sandbox.

import type { FaultPlan } from '../pipeline/faults/plan.ts';
import { type PlannedFault, requireRoom } from '../pipeline/faults/plans.ts';
import type { Sandboxes } from '../pipeline/sandbox/sandboxes.ts';
import type { ControlHandlers } from './control-handlers.ts';
import type { Fault, FaultPlan as PlanSent } from './operations.ts';

type FaultHandlers = Pick<ControlHandlers, 'listFaults' | 'addFault' | 'removeFaults' | 'updateFault' | 'removeFault'>;

/** @param check - throws a ApiError for a plan that cannot work */
export function faultHandlers(sandboxes: Sandboxes, check: (plan: FaultPlan) => Promise<void>): FaultHandlers {
  return {
    listFaults: ({ caller: { sandbox } }) => ({ sandbox: sandbox.name, faults: sandbox.faults.all().map(shown) }),
    async addFault({ input, caller: { sandbox } }) {
      const plan = planOf(input);
      await check(plan);
      requireRoom(sandboxes.everyOne(), plan);
      return shown(sandbox.faults.add(plan));
    },
    removeFaults({ caller: { sandbox } }) {
      sandbox.faults.clear();
    },
    updateFault: ({ input: { id, paused }, caller: { sandbox } }) => shown(sandbox.faults.pause(id, paused)),
    removeFault({ input: { id }, caller: { sandbox } }) {
      sandbox.faults.lift(id);
    },
  };
}

/** The plan in a request, without other input such as headers. */
function planOf({ on, rate, every, times, steps }: PlanSent): FaultPlan {
  return { on, rate, every, times, steps: steps as unknown as FaultPlan['steps'] };
}

function shown({ id, plan, isPaused, matched, met, isOver }: PlannedFault): Fault {
  const told: Fault = { id, paused: isPaused, over: isOver, matched, met, plan: plan as unknown as PlanSent };
  return JSON.parse(JSON.stringify(told));
}
