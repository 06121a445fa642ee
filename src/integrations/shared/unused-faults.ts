// What is said of fault plans that nothing met: a test that plans a fault and passes without it has not tried what it was written for.

import type { Fault } from '../../client/client.ts';

/** How many plans are named. */
const MOST_NAMED = 10;
/** How much of a plan is shown, in characters. */
const LONGEST = 300;

/** Whether it is in force, was not met, and not for the reason that chance decides on it. */
export function isUnmet({ plan, met, matched, paused }: Fault): boolean {
  return met === 0 && !paused && (matched === 0 || plan.rate === undefined);
}

/** Each of them, and how a test says that it means it; undefined when there is none. */
export function unmetPlans(unmet: readonly Fault[]): string | undefined {
  const { length } = unmet;
  if (length === 0) return undefined;
  const headline = length === 1 ? 'A fault was not used:' : `${length} faults were not used:`;
  const lines = unmet.slice(0, MOST_NAMED).map((fault) => `  ${fault.id}: ${shortly(fault.plan)} ${why(fault)}`);
  const more = length > MOST_NAMED ? [`  … and ${length - MOST_NAMED} more`] : [];
  return [headline, ...lines, ...more, 'If intended, call sandbox.allowUnusedFaults()'].join('\n');
}

function why({ matched, plan: { every } }: Fault): string {
  if (matched === 0) return 'matched no request';
  return `matched ${matched} of the requests, and applies to one in ${every}`;
}

function shortly(plan: object): string {
  const text = JSON.stringify(plan);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
