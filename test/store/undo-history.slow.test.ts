// Memory of long changes that can no longer be undone.

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type KnownChange, KnownChanges } from '../../src/store/log/undo-history.ts';

const changeOf = (number: number): KnownChange => ({ number, origin: undefined, edits: [], length: 1 });

test('a long change that can no longer be undone is garbage-collected', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  let long: KnownChange | undefined = { ...changeOf(1), length: 20_000 };
  const held = new WeakRef(long);
  const known = KnownChanges.none().with(long).with(changeOf(2)).within(100);
  long = undefined;
  // A WeakRef retains its target until the end of the event loop turn.
  await setImmediate();
  collectGarbage();
  expect(held.deref()).toBeUndefined();
  expect(known.all).toEqual([changeOf(2)]);
});
