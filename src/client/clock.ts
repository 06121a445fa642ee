// The clock of a sandbox, for tests.

import type { Clock } from '../server/control/operations.ts';
import type { Control } from './control.ts';

/** The time of one sandbox: its records, tokens, sessions and `Date` fields follow it. Each call gives the clock as it is then. */
export class SandboxClock {
  readonly #control: Control;

  constructor(control: Control) {
    this.#control = control;
  }

  /** The clock as it is. */
  show(): Promise<Clock> {
    return this.#control('showClock');
  }

  /**
   * Sets the time. It continues from there, unless it is frozen.
   *
   * @param time - from 1970 to 9899, may be in the past; a day is its midnight in UTC
   */
  set(time: Date | string): Promise<Clock> {
    return this.#control('setClock', { set: written(time) });
  }

  /** Advances the time. @param duration - such as `2h 30m` (`ms`, `s`, `m`, `h`, `d`, `w`), or milliseconds */
  advance(duration: string | number): Promise<Clock> {
    return this.#control('setClock', { advance: typeof duration === 'number' ? `${duration}ms` : duration });
  }

  /** Freezes it. @param time - the frozen time. Default: the current one */
  freeze(time?: Date | string): Promise<Clock> {
    return this.#control('setClock', { frozen: true, ...(time !== undefined && { set: written(time) }) });
  }

  /** Continues after a freeze. */
  resume(): Promise<Clock> {
    return this.#control('setClock', { frozen: false });
  }

  /** Sets its speed. @param times - relative to the clock of the machine */
  speed(times: number): Promise<Clock> {
    return this.#control('setClock', { speed: times });
  }

  /** Returns to the time and speed of the machine. */
  reset(): Promise<Clock> {
    return this.#control('resetClock');
  }
}

/** A day such as `2027-01-01` begins at midnight UTC. */
function written(time: Date | string): string {
  if (typeof time !== 'string') return time.toISOString();
  return /^\d{4}-\d\d-\d\d$/.test(time) ? `${time}T00:00:00Z` : time;
}
