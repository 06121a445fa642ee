// Turns of the event loop, for work that takes long: in each of them one piece of it is done, however many have some.

import { setImmediate } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/** Waits for a turn in which nobody else who waited here goes on. Whoever works no longer than a moment until the next one lets others ask in between. */
export function nextTurn(): Promise<unknown> {
  last = last.then(() => setImmediate());
  return last;
}
