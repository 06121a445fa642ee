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
  kept: 80,
} as const;

/** A cost in the units of the budget. */
export interface Figures {
  readonly request: number;
  readonly wait: number;
  readonly peak: number;
  readonly kept: number;
}

export function figuresOf({ requests, processorTime, wait, peak, kept }: Cost): Figures {
  return { request: processorTime / requests, wait, peak: peak / MEGABYTE, kept: kept / MEGABYTE };
}

/** The costs above the budget. */
export function excessOf(cost: Cost): string[] {
  const { request, wait, peak, kept } = figuresOf(cost);
  const told = [
    { is: request, most: BUDGET.request, what: 'ms of processor time for a request' },
    { is: wait, most: BUDGET.wait, what: 'ms of processor time while another client waited' },
    { is: peak, most: BUDGET.peak, what: 'MB of memory' },
    { is: kept, most: BUDGET.kept, what: 'MB of memory kept afterwards' },
  ];
  return told
    .filter(({ is, most }) => !(is <= most))
    .map(({ is, most, what }) => `${Math.round(is)} ${what}, not ${most}`);
}
