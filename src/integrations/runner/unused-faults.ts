// Describes unused faults: a test that passes without its fault has not tested it.

import type { Fault } from '../../client/client.ts';
import { findHidingFault } from '../../client/hiding-fault.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';

/** How many plans are named. */
const MOST_NAMED = 10;
/** How much of a plan is shown, in characters. */
const LONGEST = 300;

/** Whether it is active, unused, and not by chance. */
export function isUnused({ plan, met, matched, paused }: Fault): boolean {
  return met === 0 && !paused && (matched === 0 || plan.rate === undefined);
}

/** Each unused plan, and how to allow it; undefined if there are none. @param all - all plans of the sandbox */
export function describeUnusedFaults(unmet: readonly Fault[], all: readonly Fault[]): string | undefined {
  const { length } = unmet;
  if (length === 0) return undefined;
  const headline = length === 1 ? 'A fault was not used:' : `${length} faults were not used:`;
  const lines = unmet.slice(0, MOST_NAMED).map((fault) => `  ${fault.id}: ${shortly(fault.plan)} ${why(fault, all)}`);
  const more = length > MOST_NAMED ? [`  … and ${length - MOST_NAMED} more`] : [];
  return [headline, ...lines, ...more, 'If intended, call sandbox.allowUnusedFaults()'].join('\n');
}

function why(fault: Fault, all: readonly Fault[]): string {
  const { matched, plan } = fault;
  const hiding = findHidingFault(fault, all);
  if (matched === 0) return hiding ? `is hidden by ${hiding.id}` : 'matched no request';
  return `matched ${matched} of the requests, and applies to one in ${plan.every}`;
}

function shortly(plan: object): string {
  const text = stringifyJson(plan);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
