// Fault plans of a sandbox: made, shown, lifted.

import type { FaultPlan } from '../engine/faults/plan.ts';
import { type PlannedFault, requireRoom } from '../engine/faults/plans.ts';
import type { Sandboxes } from '../engine/sandboxes.ts';
import type { Fault, FaultPlan as PlanSent } from './operations.ts';
import type { ControlHandlers } from './principal.ts';

type FaultHandlers = Pick<ControlHandlers, 'listFaults' | 'planFault' | 'liftFaults' | 'changeFault' | 'liftFault'>;

/** @param check - throws a Failure for a plan that cannot work */
export function faultHandlers(sandboxes: Sandboxes, check: (plan: FaultPlan) => Promise<void>): FaultHandlers {
  return {
    listFaults: ({ principal: { sandbox } }) => ({ sandbox: sandbox.name, faults: sandbox.faults.all().map(shown) }),
    async planFault({ input, principal: { sandbox } }) {
      const plan = planOf(input);
      await check(plan);
      requireRoom(sandboxes.everyOne(), plan);
      return shown(sandbox.faults.add(plan));
    },
    liftFaults({ principal: { sandbox } }) {
      sandbox.faults.clear();
    },
    changeFault: ({ input: { id, paused }, principal: { sandbox } }) => shown(sandbox.faults.pause(id, paused)),
    liftFault({ input: { id }, principal: { sandbox } }) {
      sandbox.faults.lift(id);
    },
  };
}

/** What was sent, without what is no part of a plan, such as header fields. */
function planOf({ on, rate, every, times, steps }: PlanSent): FaultPlan {
  return { on, rate, every, times, steps: steps as unknown as FaultPlan['steps'] };
}

function shown({ id, plan, isPaused, matched, met, isOver }: PlannedFault): Fault {
  const told: Fault = { id, paused: isPaused, over: isOver, matched, met, plan: plan as unknown as PlanSent };
  return JSON.parse(JSON.stringify(told));
}
