// Queue of checks after exchanges have passed, so that clients never wait.

import type { CapturedExchange } from './captured-exchange.ts';

/** Maximum blocking time of checks, in milliseconds. */
const SLICE = 3;
/** Maximum number of waiting exchanges; further ones are not checked. */
const MOST = 20_000;

export interface CheckQueue {
  add(passed: CapturedExchange): void;
  /** Resolves when all waiting exchanges are checked. */
  settled(): Promise<void>;
}

/** @param look - checks one; never throws @param miss - called with each unchecked one */
export function createCheckQueue(
  look: (passed: CapturedExchange) => Promise<void>,
  miss: (passed: CapturedExchange) => void,
): CheckQueue {
  let waiting: CapturedExchange[] = [];
  let isLooking = false;
  let settle: (() => void)[] = [];

  const lookAtAll = async () => {
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      let began = performance.now();
      for (const passed of some) {
        await look(passed);
        passed.letGo();
        if (performance.now() - began < SLICE) continue;
        await nextTurn();
        began = performance.now();
      }
    }
    isLooking = false;
    for (const resolve of settle) resolve();
    settle = [];
  };
  return {
    add(passed) {
      if (waiting.length >= MOST) {
        passed.letGo();
        miss(passed);
        return;
      }
      waiting.push(passed);
      if (isLooking) return;
      isLooking = true;
      setImmediate(() => void lookAtAll());
    },
    settled: () => (isLooking ? new Promise((resolve) => settle.push(resolve)) : Promise.resolve()),
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
