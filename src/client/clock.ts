// The clock of a sandbox, from a test.

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

  /** Sets it. It runs on from there, unless it stands still. @param time - from 1970 to 9899, may lie before the present one */
  set(time: Date | string): Promise<Clock> {
    return this.#control('setClock', { set: written(time) });
  }

  /** Lets time pass at once. @param duration - such as `2h 30m` (`ms`, `s`, `m`, `h`, `d`, `w`), or milliseconds */
  advance(duration: string | number): Promise<Clock> {
    return this.#control('setClock', { advance: typeof duration === 'number' ? `${duration}ms` : duration });
  }

  /** Stops it. @param time - where it is to stand. Default: where it is */
  freeze(time?: Date | string): Promise<Clock> {
    return this.#control('setClock', { frozen: true, ...(time !== undefined && { set: written(time) }) });
  }

  /** Lets it go on from where it stands. */
  resume(): Promise<Clock> {
    return this.#control('setClock', { frozen: false });
  }

  /** Lets it run faster or slower. @param times - how many times as fast as the clock of the machine */
  speed(times: number): Promise<Clock> {
    return this.#control('setClock', { speed: times });
  }

  /** Goes with the clock of the machine again: its present time, at its speed. */
  reset(): Promise<Clock> {
    return this.#control('resetClock');
  }
}

function written(time: Date | string): string {
  return typeof time === 'string' ? time : time.toISOString();
}
