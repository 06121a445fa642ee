// Looks at exchanges after they have passed, when there is time for it: nobody waits for a check.

import type { Passed } from './passed.ts';

/** How long looking may keep everything else waiting, in milliseconds. */
const SLICE = 3;
/** How many exchanges may wait. Those that come when there are as many pass without a look. */
const MOST = 20_000;

export interface Watch {
  add(passed: Passed): void;
  /** Resolves when all that has passed was looked at. */
  settled(): Promise<void>;
}

/** @param look - looks at one; never throws @param miss - told of each that is not looked at */
export function createWatch(look: (passed: Passed) => Promise<void>, miss: (passed: Passed) => void): Watch {
  let waiting: Passed[] = [];
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
