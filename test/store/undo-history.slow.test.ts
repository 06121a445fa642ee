// Memory of long changes that can no longer be undone.

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type KnownChange, KnownChanges } from '../../src/store/log/undo-history.ts';

const changeOf = (number: number): KnownChange => ({ number, origin: undefined, edits: [], length: 1 });

test('what is long and no more known is held by nobody', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  let long: KnownChange | undefined = { ...changeOf(1), length: 20_000 };
  const held = new WeakRef(long);
  const known = KnownChanges.none().with(long).with(changeOf(2)).within(100);
  long = undefined;
  // Whoever asks a WeakRef keeps what it refers to until the turn of the event loop ends.
  await setImmediate();
  collectGarbage();
  expect(held.deref()).toBeUndefined();
  expect(known.all).toEqual([changeOf(2)]);
});
