// Time for others: whoever has worked for long rests, and all that came in between has its turn.

import { setTimeout as pause } from 'node:timers/promises';

/** What takes longer is followed by a rest, in milliseconds. */
const LONG_WORK = 20;
const REST = 10;

/** Rests if the work was long. @param began - when it began, as `performance.now()` tells */
export async function restAfter(began: number): Promise<void> {
  if (performance.now() - began > LONG_WORK) await pause(REST);
}
