// Virtual time that only advances while code waits in it, and then at once.

import { setImmediate } from 'node:timers/promises';
import type { Time } from '../../src/verify/time.ts';

export class VirtualTime implements Time {
  #now: number;
  #waiting: { readonly at: number; readonly wake: () => void }[] = [];

  constructor(now = 0) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((wake) => {
      this.#waiting.push({ at: this.#now + milliseconds, wake });
      signal.addEventListener('abort', () => wake());
    });
  }

  /** Advances by itself. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Advances until a promise is settled. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    for (;;) {
      await setImmediate();
      if (isOver) return work;
      this.#waiting.sort((one, other) => one.at - other.at);
      const next = this.#waiting.shift();
      if (!next) continue;
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
  }
}
