// Changes of a store: atomic, sequential, and the only way to change it.

import { describe, expect, test } from 'vitest';
import type { DraftCollection } from '../../src/store/collection.ts';
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

describe('a change', () => {
  test('returns the result of its function, and is visible to all from then on', async () => {
    const store = await open();
    const given = await store.change(({ cats }) => {
      cats.add({ id: 'mia', name: 'Mia' });
      return cats.size;
    });
    expect(given).toBe(3);
    expect(store.collections.cats.get('mia')).toEqual({ id: 'mia', name: 'Mia' });
    expect(store.collections.cats.size).toBe(3);
  });

  test.each([undefined, null, 7, Number.NaN, {}])('finds, replaces and removes nothing with the id %s', async (id) => {
    const store = await open();
    const wrong = id as never;
    expect(store.collections.cats.get(wrong)).toBeUndefined();
    expect(await store.change(({ cats }) => cats.remove(wrong))).toBe(false);
    await expect(store.change(({ cats }) => cats.replace({ id: wrong }))).rejects.toThrow('there is no record');
    expect(store.records()).toEqual(FIXTURE);
  });

  test('iterates over records from any position, in the same order as after the change', async () => {
    const store = await open();
    const seen = await store.change(({ cats }) => {
      cats.add({ id: 'mia' });
      cats.remove('minka');
      return [...cats.values(1)];
    });
    expect(seen).toEqual([{ id: 'mia' }]);
    expect([...store.collections.cats.values(1)]).toEqual(seen);
    expect([...store.collections.cats.values(9)]).toEqual([]);
  });

  test('leaves nothing behind when its function throws', async () => {
    const store = await open();
    const change = store.change(({ cats, dogs }) => {
      cats.remove('minka');
      cats.replace({ id: 'tiger', name: 'Tiger' });
      dogs.add({ id: 'bello' });
      throw new Error('not today');
    });
    await expect(change).rejects.toThrow('not today');
    expect(store.records()).toEqual(FIXTURE);
  });

  test('leaves nothing behind when the log cannot store it, and the next one can succeed', async () => {
    let isFull = false;
    const store = await open({
      ...memoryLog(),
      async append(steps, onTopOf) {
        if (isFull) throw new Error('the disk is full');
        return { version: onTopOf + steps.length };
      },
    });
    isFull = true;
    await expect(store.change(({ cats }) => cats.remove('minka'))).rejects.toThrow('the disk is full');
    expect(store.records()).toEqual(FIXTURE);
    isFull = false;
    await store.change(({ cats }) => cats.remove('tiger'));
    expect(store.records()).toEqual({ cats: [{ id: 'minka' }], dogs: [] });
  });

  test('on top of one that cannot be stored is rejected with it', async () => {
    const store = await open({ ...memoryLog(), append: () => Promise.reject(new Error('the disk is full')) });
    const changes = ['1', '2', '3'].map((id) => store.change(({ cats }) => cats.add({ id })));
    expect(await Promise.allSettled(changes)).toMatchObject(changes.map(() => ({ status: 'rejected' })));
    expect(store.records()).toEqual(FIXTURE);
    expect(await store.undo(1)).toBe(0);
  });

  test('without effect is rejected with the unstored change that it read, and so is a reset', async () => {
    const store = await open({ ...memoryLog(), append: () => Promise.reject(new Error('the disk is full')) });
    const requested = [
      store.change(({ cats }) => cats.add({ id: 'mia' })),
      store.change(({ cats }) => cats.get('mia')),
      store.reset(),
      store.reset(),
      store.undo(2),
      store.undo(1),
    ];
    expect((await Promise.allSettled(requested)).map(({ status }) => status)).toEqual(requested.map(() => 'rejected'));
    expect(await store.change(({ cats }) => cats.get('mia'))).toBeUndefined();
    await store.reset();
  });

  test('is stored together with those that arrived while others were being stored', async () => {
    const groups: number[] = [];
    const store = await open({
      ...memoryLog(),
      async append(steps, onTopOf) {
        groups.push(steps.length);
        return { version: onTopOf + steps.length };
      },
    });
    await Promise.all(Array.from({ length: 50 }, (_, id) => store.change(({ cats }) => cats.add({ id: `${id}` }))));
    expect(groups).toEqual([1, 49]);
  });

  test('is not visible before it is stored', async () => {
    const disk = Promise.withResolvers<void>();
    const store = await open({
      ...memoryLog(),
      async append(steps, onTopOf) {
        await disk.promise;
        return { version: onTopOf + steps.length };
      },
    });
    const began = Promise.withResolvers<void>();
    const change = store.change(({ cats }) => {
      cats.remove('minka');
      began.resolve();
    });
    await began.promise;
    expect(store.collections.cats.size).toBe(2);
    disk.resolve();
    await change;
    expect(store.collections.cats.size).toBe(1);
  });

  test('is not written when it has no effect', async () => {
    let writes = 0;
    const store = await open({
      ...memoryLog(),
      async append(steps, onTopOf) {
        writes += 1;
        return { version: onTopOf + steps.length };
      },
    });
    expect(await store.change(({ cats }) => cats.remove('nobody'))).toBe(false);
    await store.change(({ cats }) => {
      cats.add({ id: 'mia' });
      cats.remove('mia');
    });
    expect(writes).toBe(0);
  });

  test('can change the records that it iterates over', async () => {
    const store = await open();
    const ids = Array.from({ length: 100 }, (_, number) => `${number}`);
    await store.change(({ cats }) => {
      for (const id of ids) cats.add({ id });
      for (const { id } of cats.values()) cats.remove(id);
      for (const id of ids) cats.add({ id });
      for (const { id } of cats.values()) cats.add({ id: `kitten of ${id}` });
    });
    expect([...store.collections.cats.values()].map(({ id }) => id)).toEqual([
      ...ids,
      ...ids.map((id) => `kitten of ${id}`),
    ]);
  });

  test('is rejected when it makes a nested change, which is made', async () => {
    const store = await open();
    const inner: Promise<void>[] = [];
    const outer = store.change(({ cats }) => {
      inner.push(store.change((draft) => draft.cats.add({ id: 'mia' })));
      cats.remove('tiger');
    });
    await expect(outer).rejects.toThrow(/cannot be nested/);
    await Promise.all(inner);
    expect(store.records()).toEqual({ cats: [{ id: 'minka' }, { id: 'tiger' }, { id: 'mia' }], dogs: [] });
  });

  test('sees the changes before it, also with many at once', async () => {
    const store = await open();
    const sizes = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        store.change(({ cats }) => {
          cats.add({ id: `cat ${number}` });
          return cats.size;
        }),
      ),
    );
    expect(sizes).toEqual(Array.from({ length: 50 }, (_, number) => number + 3));
  });

  test('continues after one that throws', async () => {
    const store = await open();
    const failing = store.change(() => {
      throw new Error('first');
    });
    const next = store.change(({ cats }) => cats.remove('minka'));
    await expect(failing).rejects.toThrow('first');
    expect(await next).toBe(true);
  });

  test.each([
    ['function', () => 7],
    ['symbol', Symbol('7')],
  ])(
    'with a %s in a record is rejected, because JSON cannot store it, and the others are stored',
    async (kind, odd) => {
      const store = await open();
      const rejected = store.change(({ cats }) => cats.add({ id: 'odd', toys: [{ kind: odd as never }] }));
      const stored = store.change(({ cats }) => cats.remove('minka'));
      await expect(rejected).rejects.toThrow(`a record cannot contain a ${kind}`);
      expect(await stored).toBe(true);
    },
  );

  test('is rejected when its function is asynchronous', async () => {
    const store = await open();
    await expect(store.change(async ({ cats }) => cats.remove('minka'))).rejects.toThrow(/must be synchronous/);
    expect(store.records()).toEqual(FIXTURE);
  });

  test('cannot be made through a draft after the change ended', async () => {
    const store = await open();
    let stored: DraftCollection<Cat> | undefined;
    await store.change(({ cats }) => {
      stored = cats;
    });
    expect(() => stored?.add({ id: 'late' })).toThrow(/has ended/);
    expect(() => stored?.remove('minka')).toThrow(/has ended/);
    expect(store.records()).toEqual(FIXTURE);
  });

  test('cannot be made through the draft of a change that threw', async () => {
    const store = await open();
    let stored: DraftCollection<Cat> | undefined;
    const change = store.change(({ cats }) => {
      stored = cats;
      throw new Error('not today');
    });
    await expect(change).rejects.toThrow('not today');
    expect(() => stored?.remove('minka')).toThrow(/has ended/);
  });

  test('rejects a second record with the same id, and a replacement of a missing record', async () => {
    const store = await open();
    await expect(store.change(({ cats }) => cats.add({ id: 'minka' }))).rejects.toThrow(/"minka" exists already/);
    await expect(store.change(({ cats }) => cats.replace({ id: 'mia' }))).rejects.toThrow(
      /no record with the id "mia"/,
    );
  });

  test('cannot be made by writing to a record', async () => {
    const store = await open();
    const toys = [{ kind: 'ball' }];
    await store.change(({ cats }) => cats.add({ id: 'mia', toys }));
    const mia = store.collections.cats.get('mia') as unknown as { name: string; toys: { kind: string }[] };
    expect(() => {
      mia.name = 'Mia';
    }).toThrow(TypeError);
    expect(() => mia.toys.push({ kind: 'mouse' })).toThrow(TypeError);
    expect(() => {
      Object.assign(mia.toys[0] ?? {}, { kind: 'mouse' });
    }).toThrow(TypeError);
    expect(() => {
      Object.assign(store.collections.cats.get('minka') ?? {}, { name: 'Minka' });
    }).toThrow(TypeError);
  });
});

describe('a store', () => {
  test('lists records in order of creation; a replaced one has its old position, a re-created one is last', async () => {
    const store = await open();
    await store.change(({ cats }) => {
      cats.add({ id: '2' });
      cats.add({ id: '1' });
      cats.replace({ id: 'minka', name: 'Minka' });
    });
    await store.change(({ cats }) => cats.remove('tiger'));
    await store.change(({ cats }) => cats.add({ id: 'tiger' }));
    expect([...store.collections.cats.values()].map(({ id }) => id)).toEqual(['minka', '2', '1', 'tiger']);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ' '])('accepts "%s" as an id', async (id) => {
    const store = await open();
    expect(store.collections.cats.get(id)).toBeUndefined();
    await store.change(({ cats }) => cats.add({ id, name: 'odd' }));
    expect(store.collections.cats.get(id)?.name).toBe('odd');
    expect(await store.change(({ cats }) => cats.remove(id))).toBe(true);
    expect(store.collections.cats.get(id)).toBeUndefined();
  });

  test.each([7, '', null, undefined, {}])('rejects %j as an id, with which it could not start again', async (id) => {
    const store = await open();
    await expect(store.change(({ cats }) => cats.add({ id: id as string }))).rejects.toThrow(
      /^the id of a record must be a non-empty string, not /,
    );
    expect(store.collections.cats.size).toBe(2);
  });

  test.each([1000, 1001, 1500])('can undo the 1000 newest of %i changes, and no more', async (count) => {
    const store = await open();
    for (let number = 1; number <= count; number += 1) await store.change(({ cats }) => cats.add({ id: `${number}` }));
    expect(await store.undo(count + 1)).toBe(1000);
    expect(store.collections.cats.size).toBe(2 + count - 1000);
    expect(await store.undo(1)).toBe(0);
  });

  test('is reset to its fixture', async () => {
    const store = await open();
    const change = store.change(({ cats }) => cats.remove('minka'));
    const reset = store.reset();
    await Promise.all([change, reset]);
    expect(store.records()).toEqual(FIXTURE);
  });

  test('closes its log after the changes in progress were stored', async () => {
    const reported: string[] = [];
    const store = await open({
      ...memoryLog(),
      async append(steps, onTopOf) {
        reported.push('append');
        return { version: onTopOf + steps.length };
      },
      close: async () => void reported.push('close'),
    });
    await Promise.all([store.change(({ cats }) => cats.remove('minka')), store.close()]);
    expect(reported).toEqual(['append', 'close']);
  });

  test('closes a log that it cannot read', async () => {
    let closed = 0;
    const opening = open({
      ...memoryLog(),
      open: () => Promise.reject(new Error('unreadable')),
      async close() {
        closed += 1;
      },
    });
    await expect(opening).rejects.toThrow('unreadable');
    expect(closed).toBe(1);
  });
});

test.each([0, 1, 2])(
  'a store with an undo history of %i changes undoes so many, and so do its forks',
  async (remembered) => {
    const store = await openStore<{ cats: Cat; dogs: Cat }>(FIXTURE, memoryLog(), { remembered });
    const stores = [store, store.fork()];
    for (const one of stores) {
      for (const id of ['mia', 'kater', 'maunz']) await one.change(({ cats }) => cats.add({ id }));
      expect(await one.undo(10)).toBe(remembered);
      expect(one.collections.cats.size).toBe(5 - remembered);
    }
  },
);
