// Lazy seed records, which a getter returns.

import { describe, expect, test } from 'vitest';
import { memoryLog } from '../../src/store/log/memory-log.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Identified } from '../../src/store/record.ts';

describe('lazy seed records', () => {
  test('are read once, when their collection is first used, and are the same in all forks and after each start', async () => {
    let requested = 0;
    const records = {
      cats: [{ id: 'mia' }],
      get dogs() {
        requested += 1;
        return [{ id: 'rex' }];
      },
    };
    const store = await openStore<{ cats: Identified; dogs: Identified }>(records, memoryLog());
    const fork = store.fork();
    await store.change(({ cats }) => cats.add({ id: 'tom' }));
    await store.reset();
    expect(requested).toBe(0);
    await fork.change(({ dogs }) => dogs.remove('rex'));
    expect([...store.collections.dogs.values()]).toEqual([{ id: 'rex' }]);
    await fork.reset();
    expect([...fork.collections.dogs.values()]).toEqual([{ id: 'rex' }]);
    expect(requested).toBe(1);
  });
});
