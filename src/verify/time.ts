// Clock and timer of a run.

import { pause } from '../server/pipeline/scheduling/pause.ts';

export interface Time {
  /** In milliseconds since 1970. */
  now(): number;
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** That of the machine. */
export const TIME: Time = { now: () => Date.now(), wait: pause };
