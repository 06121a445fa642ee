// Time for others: whoever has worked for long rests, and all that came in between has its turn.

import { setTimeout as pause } from 'node:timers/promises';

/** Work that takes longer is followed by a rest of `REST`, both in milliseconds. */
export const LONG_WORK = 20;
export const REST = 10;

/** A rest if the work was long, else nothing: then it goes on at once. @param began - when it began, as `performance.now()` tells */
export function restAfter(began: number): Promise<void> | undefined {
  return performance.now() - began > LONG_WORK ? pause(REST) : undefined;
}
