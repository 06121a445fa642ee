// Undo of very long changes.

import { describe, expect, test } from 'vitest';
import { memoryLog } from '../../src/store/log/memory-log.ts';
import type { StoreLog } from '../../src/store/log/store-log.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { RecordLists } from '../../src/store/record.ts';

interface Cat {
  readonly id: string;
  readonly name?: string;
  readonly toys?: readonly { readonly kind: string }[];
}

const FIXTURE: RecordLists = { cats: [{ id: 'minka' }, { id: 'tiger' }], dogs: [] };

function open(log: StoreLog = memoryLog()) {
  return openStore<{ cats: Cat; dogs: Cat }>(FIXTURE, log);
}

describe('a store', () => {
  test('can undo the newest changes up to 16 MiB together, and a single change of any length', async () => {
    const store = await open();
    const length = 4 * 1024 * 1024;
    const made = (number: number, long: number) => {
      const record = { id: `${number}`, name: '' };
      return { ...record, name: 'x'.repeat(long - JSON.stringify(record).length) };
    };
    for (const number of [1, 2, 3, 4]) await store.change(({ cats }) => cats.add(made(number, length)));
    expect(store.changes.length).toBe(4);
    await store.change(({ cats }) => cats.add({ id: '5' }));
    expect(store.changes.map(({ number }) => number)).toEqual([2, 3, 4, 5]);
    // Removed records count, and so do longer replaced ones.
    await store.change(({ cats }) => cats.remove('1'));
    expect(store.changes.map(({ number }) => number)).toEqual([3, 4, 5, 6]);
    await store.change(({ cats }) => cats.replace({ id: '2' }));
    expect(store.changes.map(({ number }) => number)).toEqual([4, 5, 6, 7]);
    await store.change(({ cats }) => {
      for (const number of [6, 7]) cats.add(made(number, 2.5 * length));
    });
    expect(store.changes.map(({ number }) => number)).toEqual([8]);
    expect(await store.undo(2)).toBe(1);
    expect(store.collections.cats.size).toBe(2 + 4);
  });
});
