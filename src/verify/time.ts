// The time that a run goes by, and waiting in it.

import { pause } from '../server/pipeline/scheduling/pause.ts';

export interface Time {
  /** In milliseconds since 1970. */
  now(): number;
  /** Ends when so many milliseconds are over, or the signal says so. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** That of the machine. */
export const TIME: Time = { now: () => Date.now(), wait: pause };
