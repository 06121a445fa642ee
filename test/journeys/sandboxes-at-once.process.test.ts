// Concurrent sandboxes in two processes and two orders do not affect each other.

import { expect, test } from 'vitest';
import { play, scriptsOf } from '../support/sandboxes/runs.ts';

test('concurrent sandboxes with faults return the same bytes in another process and order', async () => {
  const scripts = scriptsOf(13, { sandboxes: 6, requests: 40 });
  const [one, other] = await Promise.all([
    play(scripts, { seed: 'one', atOnce: 6 }),
    play(scripts, { seed: 'other', atOnce: 2 }),
  ]);
  expect(other).toEqual(one);
});
