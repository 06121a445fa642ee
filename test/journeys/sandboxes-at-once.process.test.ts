// Worlds that are asked at the same time, in two processes and in two orders: each of them answers as if it were alone.

import { expect, test } from 'vitest';
import { play, scriptsOf } from '../support/sandboxes/runs.ts';

test('some sandboxes at once, under faults, answer the same bytes in another process and in another order', async () => {
  const scripts = scriptsOf(13, { sandboxes: 6, requests: 40 });
  const [one, other] = await Promise.all([
    play(scripts, { seed: 'one', atOnce: 6 }),
    play(scripts, { seed: 'other', atOnce: 2 }),
  ]);
  expect(other).toEqual(one);
});
