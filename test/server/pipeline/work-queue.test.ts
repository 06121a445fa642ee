// The work queue: one piece of long work per turn of the event loop.

import { expect, test, vi } from 'vitest';
import { createWorkQueue, waitForTurn } from '../../../src/server/pipeline/scheduling/work-queue.ts';

test('pieces of work run in turns of their own, in the order of their arrival', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const went: (readonly [number, number])[] = [];
  await Promise.all(
    [0, 1, 2, 3, 4].map(async (who) => {
      for (let piece = 0; piece < 3; piece += 1) {
        await waitForTurn();
        went.push([who, turn]);
      }
    }),
  );
  isOver = true;
  expect(went.map(([who]) => who)).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
  expect(new Set(went.map(([, at]) => at)).size).toBe(15);
});

test('after a long piece of work, others get more than one turn before the next piece', async () => {
  // A clock that advances by a second with each call.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000;
    return now;
  });
  const inTurn = createWorkQueue();
  const happened: string[] = [];
  const piece = (name: string) =>
    inTurn(() => {
      happened.push(name);
      // Due before any later pause ends.
      setTimeout(() => happened.push('others'), 1);
      if (name === 'refused') throw new Error(name);
    });
  await Promise.allSettled(['first', 'refused', 'last'].map(piece));
  expect(happened).toEqual(['first', 'others', 'refused', 'others', 'last']);
});
