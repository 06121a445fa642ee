// Clock and timer of a run.

import { pause } from '../server/pipeline/scheduling/pause.ts';

export interface Time {
  /** In milliseconds since 1970. */
  now(): number;
  /** Resolves after the milliseconds, or when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The system clock. */
export const TIME: Time = { now: () => Date.now(), wait: pause };
