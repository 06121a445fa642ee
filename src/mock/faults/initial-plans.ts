// The fault plans of the settings, which every sandbox starts with.

import { UsageError } from '../../schema/usage-error.ts';
import type { FaultPlan } from '../../server/pipeline/faults/fault-plan.ts';
import { checkPlan, type PlannedApi } from './check-plan.ts';
import { readPlan } from './plan-text.ts';

/**
 * @param faults - plans in short form, separated by `;`
 * @param delay - of all responses
 * @throws UsageError with all invalid ones
 */
export async function firstPlans(
  faults: string,
  delay: string,
  apis: readonly PlannedApi[],
): Promise<readonly FaultPlan[]> {
  const texts = [...faults.split(';').map((text) => ['--fault', text.trim()]), ['--delay', delay && `delay=${delay}`]];
  const problems: string[] = [];
  const plans: FaultPlan[] = [];
  for (const [setting, text = ''] of texts) {
    if (text === '') continue;
    try {
      const plan = readPlan(text);
      await checkPlan(plan, apis);
      plans.push(plan);
    } catch (error) {
      problems.push(`${setting} ${text}: ${(error as Error).message}`);
    }
  }
  if (problems.length > 0) throw new UsageError('Invalid faults:', problems);
  return plans;
}
