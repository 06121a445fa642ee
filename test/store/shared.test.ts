// Cost of fork, change, restore and undo, in reads of ids: unchanged parts are not visited.

import { expect, test } from 'vitest';
import { memoryLog } from '../../src/store/log/memory-log.ts';
import { openStore } from '../../src/store/open-store.ts';

const SIZE = 100_000;

/** A difference costs at most 32 other ids on each of four tree levels, each compared more than once. */
const FEW = 3000;

let looks = 0;

/** A text that counts its reads. */
class CountedId {
  readonly #text: string;

  constructor(number: number) {
    this.#text = `${number}`;
  }

  [Symbol.toPrimitive](): string {
    looks += 1;
    return this.#text;
  }

  toJSON(): string {
    return this.#text;
  }
}

/** Number of id reads. */
async function cost(work: () => unknown): Promise<number> {
  looks = 0;
  await work();
  return looks;
}

test(`a store of ${SIZE} records is forked at no cost, and only differences are visited`, async () => {
  const things = Array.from({ length: SIZE }, (_, number) => ({
    id: new CountedId(number) as unknown as string,
    value: 0,
  }));
  const first = await openStore<{ things: { id: string; value: number } }>({ things }, memoryLog());
  const [one, other] = [things[7], things[SIZE / 2]].map((thing) => thing?.id ?? '') as [string, string];

  expect(await cost(() => first.fork())).toBe(0);
  expect(await cost(() => first.state)).toBe(0);
  const store = first.fork();
  const start = store.state;
  const change = () =>
    store.change((draft) => {
      draft.things.replace({ id: one, value: 1 });
      draft.things.remove(other);
    });
  const failing = () =>
    expect(
      store.change((draft) => {
        draft.things.remove(one);
        throw new Error('on purpose');
      }),
    ).rejects.toThrow('on purpose');
  expect(await cost(change)).toBeLessThan(FEW);
  expect(await cost(failing)).toBeLessThan(FEW);
  const changed = store.state;
  const sibling = first.fork(changed);
  for (const work of [
    () => store.restore(start),
    () => store.restore(changed),
    () => store.reset(),
    () => store.undo(3),
    () => sibling.reset(),
    () => sibling.restore(changed),
    () => first.restore(sibling.state),
  ]) {
    expect(await cost(work)).toBeLessThan(FEW);
  }
  expect(store.collections.things.get(one)?.value).toBe(1);
  expect([first, store, sibling].map(({ collections }) => collections.things.size)).toEqual([
    SIZE - 1,
    SIZE - 1,
    SIZE - 1,
  ]);
});
