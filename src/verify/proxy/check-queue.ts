// Queue of checks after exchanges have passed, so that clients never wait.

import type { CapturedExchange } from './captured-exchange.ts';

/** Maximum blocking time of checks, in milliseconds. */
const SLICE = 3;
/** Maximum number of waiting exchanges; further ones are not checked. */
const MAX_WAITING = 20_000;

export interface CheckQueue {
  add(passed: CapturedExchange): void;
  /** Resolves when all waiting exchanges are checked. */
  settled(): Promise<void>;
}

/** @param check - checks one; never throws @param skip - called with each unchecked one */
export function createCheckQueue(
  check: (passed: CapturedExchange) => Promise<void>,
  skip: (passed: CapturedExchange) => void,
): CheckQueue {
  let waiting: CapturedExchange[] = [];
  let isChecking = false;
  let settle: (() => void)[] = [];

  const checkAll = async () => {
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      let began = performance.now();
      for (const passed of some) {
        await check(passed);
        passed.release();
        if (performance.now() - began < SLICE) continue;
        await nextTurn();
        began = performance.now();
      }
    }
    isChecking = false;
    for (const resolve of settle) resolve();
    settle = [];
  };
  return {
    add(passed) {
      if (waiting.length >= MAX_WAITING) {
        passed.release();
        skip(passed);
        return;
      }
      waiting.push(passed);
      if (isChecking) return;
      isChecking = true;
      setImmediate(() => void checkAll());
    },
    settled: () => (isChecking ? new Promise((resolve) => settle.push(resolve)) : Promise.resolve()),
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
