// The fault plans that every sandbox begins with, as the settings say them.

import type { FaultPlan } from '../engine/faults/plan.ts';
import { Problems } from '../schema/problems.ts';
import { checkPlan, type Named } from './check-plan.ts';
import { readPlan } from './written.ts';

/**
 * @param faults - plans in one line each, with `;` between them
 * @param delay - how long all answers take
 * @throws Problems with all that cannot be read, or cannot work
 */
export function firstPlans(faults: string, delay: string, apis: readonly Named[]): readonly FaultPlan[] {
  const texts = [...faults.split(';').map((text) => ['--fault', text.trim()]), ['--delay', delay && `delay=${delay}`]];
  const problems: string[] = [];
  const plans = texts.flatMap(([setting, text = '']) => {
    if (text === '') return [];
    try {
      const plan = readPlan(text);
      checkPlan(plan, apis);
      return [plan];
    } catch (error) {
      problems.push(`${setting} ${text}: ${(error as Error).message}`);
      return [];
    }
  });
  if (problems.length > 0) throw new Problems('The faults cannot be planned:', problems);
  return plans;
}
