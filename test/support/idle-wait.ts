// A wait function that makes a store idle as soon as nothing is written.

import { setImmediate } from 'node:timers/promises';
import { IDLE_INTERVAL } from '../../src/store/disk/checkpointed-log.ts';
import { waitFor } from '../../src/store/disk/lock.ts';

const realTime = waitFor(false);

/** Ends waits for idleness at once; other waits take their time. */
export async function idleWait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds !== IDLE_INTERVAL) return realTime(milliseconds, signal);
  await setImmediate();
}
