// What a store lets go of: states that were, of which nobody asks any more.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { memoryLog } from '../../src/store/log/memory-log.ts';
import { openStore } from '../../src/store/open-store.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('a state is collected once another one has taken its place', async () => {
  const store = await openStore<{ cats: { id: string; lives: number } }>({ cats: [] }, memoryLog());
  await store.change(({ cats }) => cats.add({ id: '1', lives: 0 }));
  const before = new WeakRef(store.state);
  for (const lives of [1, 2, 3]) await store.change(({ cats }) => cats.replace({ id: '1', lives }));
  // A WeakRef holds what it was asked for until the turn of the event loop ends.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(before.deref()).toBeUndefined();
});
