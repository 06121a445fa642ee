// The maximum cost of an attack.

import type { Cost } from './measure.ts';

const MEGABYTE = 1024 * 1024;

export const BUDGET = {
  /** Of one request, in milliseconds of processor time. */
  request: 200,
  /** The wait of another client, in milliseconds of the server's processor time. */
  wait: 1000,
  /** Of the process, in megabytes. */
  peak: 600,
  /** Memory kept afterwards, in megabytes: the request log may fill its memory, and little else. */
  stored: 80,
} as const;

/** A cost in the units of the budget. */
export interface Figures {
  readonly request: number;
  readonly wait: number;
  readonly peak: number;
  readonly stored: number;
}

export function figuresOf({ requests, processorTime, wait, peak, stored }: Cost): Figures {
  return { request: processorTime / requests, wait, peak: peak / MEGABYTE, stored: stored / MEGABYTE };
}

/** The costs above the budget. */
export function excessOf(cost: Cost): string[] {
  const { request, wait, peak, stored } = figuresOf(cost);
  const reported = [
    { is: request, most: BUDGET.request, what: 'ms of processor time for a request' },
    { is: wait, most: BUDGET.wait, what: 'ms of processor time while another client waited' },
    { is: peak, most: BUDGET.peak, what: 'MB of memory' },
    { is: stored, most: BUDGET.stored, what: 'MB of memory kept afterwards' },
  ];
  return reported
    .filter(({ is, most }) => !(is <= most))
    .map(({ is, most, what }) => `${Math.round(is)} ${what}, not ${most}`);
}
