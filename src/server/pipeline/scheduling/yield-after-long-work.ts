// Yields to the event loop after long synchronous work.

import { setTimeout as pause } from 'node:timers/promises';

/** Work longer than this is followed by a pause of `YIELD_TIME`, both in milliseconds. */
const LONG_WORK = 20;
const YIELD_TIME = 10;

/** A pause after long work, else undefined. @param began - by `performance.now()` */
export function yieldAfterLongWork(began: number): Promise<void> | undefined {
  return performance.now() - began > LONG_WORK ? pause(YIELD_TIME) : undefined;
}
