// Adds, lists and removes the fault plans of a sandbox.

import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import type { FaultPlan } from '../pipeline/faults/fault-plan.ts';
import { type ActiveFault, checkFaultsLength } from '../pipeline/faults/fault-plans.ts';
import type { Sandboxes } from '../pipeline/sandbox/sandboxes.ts';
import type { ControlHandlers } from './control-handlers.ts';
import type { Fault, NewFault, FaultPlan as PlanSent } from './operations.ts';

type FaultHandlers = Pick<ControlHandlers, 'listFaults' | 'addFault' | 'removeFaults' | 'updateFault' | 'removeFault'>;

/** Reads and validates fault plans. */
export interface PlanReader {
  /** @throws ApiError `invalid_argument` if the text is no plan */
  readPlan(text: string): Promise<FaultPlan>;
  /** @throws ApiError `invalid_argument` if the plan cannot work */
  checkPlan(plan: FaultPlan): Promise<void>;
}

export function faultHandlers(sandboxes: Sandboxes, { readPlan, checkPlan }: PlanReader): FaultHandlers {
  return {
    listFaults: ({ caller: { sandbox } }) => ({ sandbox: sandbox.name, faults: sandbox.faults.all().map(shown) }),
    async addFault({ input, caller: { sandbox } }) {
      const plan = input.text === undefined ? planOf(input) : await readPlan(textOf(input));
      await checkPlan(plan);
      checkFaultsLength(sandboxes.allWithTentative(), plan);
      return shown(sandbox.faults.add(plan));
    },
    removeFaults({ caller: { sandbox } }) {
      sandbox.faults.clear();
    },
    updateFault: ({ input: { id, paused }, caller: { sandbox } }) => shown(sandbox.faults.pause(id, paused)),
    removeFault({ input: { id }, caller: { sandbox } }) {
      sandbox.faults.remove(id);
    },
  };
}

/** @throws ApiError if there is more than the text */
function textOf({ text = '', on, rate, every, times, steps }: NewFault): string {
  if ([on, rate, every, times, steps].some((one) => one !== undefined))
    throw new ApiError('invalid_argument', 'text cannot be combined with other properties of a fault');
  return text;
}

/** The plan in a request, without other input such as headers. */
function planOf({ on, rate, every, times, steps }: NewFault): FaultPlan {
  if (!steps) throw new ApiError('invalid_argument', 'a fault needs steps or text');
  return { on, rate, every, times, steps: steps as unknown as FaultPlan['steps'] };
}

function shown({ id, plan, isPaused, matched, met, isOver }: ActiveFault): Fault {
  const fault: Fault = { id, paused: isPaused, over: isOver, matched, met, plan: plan as unknown as PlanSent };
  return parseJson(stringifyJson(fault)) as Fault;
}
