// However many work for long at once, one of them goes on in each turn of the event loop.

import { expect, test } from 'vitest';
import { nextTurn } from '../../src/engine/turn.ts';

test('of those who wait for a turn each goes on in one of its own, in the order in which they came', async () => {
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
        await nextTurn();
        went.push([who, turn]);
      }
    }),
  );
  isOver = true;
  expect(went.map(([who]) => who)).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
  expect(new Set(went.map(([, at]) => at)).size).toBe(15);
});
