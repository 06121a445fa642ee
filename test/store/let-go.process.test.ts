// Garbage collection of past states.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { memoryLog } from '../../src/store/log/memory-log.ts';
import { openStore } from '../../src/store/open-store.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('a state is collected after another one replaced it', async () => {
  const store = await openStore<{ cats: { id: string; lives: number } }>({ cats: [] }, memoryLog());
  await store.change(({ cats }) => cats.add({ id: '1', lives: 0 }));
  const before = new WeakRef(store.state);
  for (const lives of [1, 2, 3]) await store.change(({ cats }) => cats.replace({ id: '1', lives }));
  // A WeakRef retains its target until the end of the event loop turn.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(before.deref()).toBeUndefined();
});
