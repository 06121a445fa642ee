// Several stores on one log, as in several processes: changes are retried after conflicts, and all stores agree.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangeOrigin, SharedLog, StoreLog } from '../../src/store/log/store-log.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { storageUnavailable } from '../../src/store/store-error.ts';
import { checkProperty } from '../support/runs.ts';
import { createSharedPlace } from '../support/shared-place.ts';

interface Count {
  readonly id: string;
  readonly value: number;
}

interface Counts {
  counts: Count;
}

const FIXTURE = { counts: [{ id: 'a', value: 0 }] };

function open(log: StoreLog): Promise<Store<Counts>> {
  return openStore<Counts>(FIXTURE, log);
}

/** Two stores on one log, which read the changes of each other only on request. */
async function two() {
  const place = createSharedPlace();
  place.isQuiet = true;
  const one = await open(place.log('main/counts'));
  const other = await open(place.log('main/counts'));
  return { place, one, other };
}

const add = (store: Store<Counts>, id: string, origin?: ChangeOrigin) =>
  store.change(({ counts }) => counts.add({ id, value: 0 }), origin);

const increment = (store: Store<Counts>, id = 'a') =>
  store.change(({ counts }) => {
    const value = (counts.get(id)?.value ?? 0) + 1;
    counts.replace({ id, value });
    return value;
  });

const ids = (store: Store<Counts>) => [...store.collections.counts.values()].map(({ id }) => id);

describe('a change', () => {
  test('is retried on top of the change of another store, and returns the new result', async () => {
    const { one, other } = await two();
    expect(await increment(one)).toBe(1);
    const seen: (number | undefined)[] = [];
    const value = await other.change(({ counts }) => {
      seen.push(counts.get('a')?.value);
      counts.replace({ id: 'a', value: (counts.get('a')?.value ?? 0) + 1 });
      return counts.get('a')?.value;
    });
    expect([seen, value]).toEqual([[0, 1], 2]);
    await one.newest();
    expect(one.records()).toEqual(other.records());
    expect(one.changes).toEqual(other.changes);
  });

  test('without effect, or with an error, checks that this still applies', async () => {
    const { one, other } = await two();
    await increment(one);
    expect(await other.change(({ counts }) => counts.get('a')?.value)).toBe(1);
    await one.change(({ counts }) => counts.remove('a'));
    await expect(add(other, 'a')).resolves.toBeUndefined();
  });

  test('in a batch is retried in order, and fails alone', async () => {
    const { one, other } = await two();
    await add(one, 'taken');
    const fate = await Promise.allSettled([
      add(other, 'b'),
      add(other, 'taken'),
      increment(other),
      other.change(({ counts }) => counts.add({ id: 'c', value: counts.size })),
    ]);
    expect(fate.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(fate[1]).toMatchObject({ reason: { message: 'a record with the id "taken" exists already' } });
    expect(other.records().counts).toEqual([
      { id: 'a', value: 1 },
      { id: 'taken', value: 0 },
      { id: 'b', value: 0 },
      { id: 'c', value: 3 },
    ]);
    await one.newest();
    expect([one.records(), one.changes]).toEqual([other.records(), other.changes]);
  });

  test('without effect, or with an error, that depends on an unacknowledged change is retried with it', async () => {
    const { one, other } = await two();
    await one.change(({ counts }) => counts.remove('a'));
    // Both see a record of the first change that is gone by then.
    const [incremented, looked, rejected] = await Promise.allSettled([
      other.change(({ counts }) => void (counts.get('a') && counts.replace({ id: 'a', value: 7 }))),
      other.change(({ counts }) => counts.get('a')?.value),
      other.change(({ counts }) => {
        if (counts.get('a')?.value === 7) throw new Error('it is seven');
      }),
    ]);
    expect(incremented).toMatchObject({ status: 'fulfilled' });
    expect(looked).toEqual({ status: 'fulfilled', value: undefined });
    expect(rejected).toEqual({ status: 'fulfilled', value: undefined });
  });

  test('fails when other stores are first each time', async () => {
    const { place, one } = await two();
    let tries = 0;
    const log = place.log('main/counts');
    const unlucky = await open({
      ...log,
      async append(steps, onTopOf) {
        tries += 1;
        await increment(one);
        return log.append(steps, onTopOf);
      },
    });
    await expect(add(unlucky, 'mine')).rejects.toMatchObject({ kind: 'conflict' });
    expect(tries).toBe(100);
    await unlucky.newest();
    expect(unlucky.records()).toEqual({ counts: [{ id: 'a', value: 100 }] });
  });

  test('is acknowledged once when its store receives it, and a later one, before the response', async () => {
    const { place, one } = await two();
    const log = place.log('main/counts');
    const store = await open({
      ...log,
      async append(steps, onTopOf) {
        const response = log.append(steps, onTopOf);
        await log.newest();
        await increment(one);
        await log.newest();
        return response;
      },
    });
    expect(await Promise.all([increment(store), increment(store), increment(store)])).toEqual([1, 3, 4]);
    await Promise.all([one.newest(), store.newest()]);
    expect(store.records()).toEqual({ counts: [{ id: 'a', value: 5 }] });
    expect([one.records(), one.changes]).toEqual([store.records(), store.changes]);
  });

  test('that was stored, though its store got an error, is visible to all stores', async () => {
    const { place, one } = await two();
    const log = place.log('main/counts');
    let isCut = true;
    const store = await open({
      ...log,
      async append(steps, onTopOf) {
        const outcome = await log.append(steps, onTopOf);
        if (isCut) throw storageUnavailable(new Error('the connection was cut'));
        return outcome;
      },
    });
    // The log delivers only new entries to this store.
    await expect(increment(store)).rejects.toThrow('the connection was cut');
    expect(store.records()).toEqual(FIXTURE);
    isCut = false;
    expect(await increment(store)).toBe(2);
    await one.newest();
    expect(one.records()).toEqual(store.records());
  });

  test('is rejected after the log was removed, also when another one has the same name', async () => {
    const { place, one, other } = await two();
    await place.remove('main/counts');
    await expect(increment(one)).rejects.toMatchObject({ kind: 'removed' });
    await expect(one.newest()).rejects.toMatchObject({ kind: 'removed' });
    const third = await open(place.log('main/counts'));
    await expect(increment(other)).rejects.toMatchObject({ kind: 'removed' });
    expect(third.records()).toEqual(FIXTURE);
  });
});

describe('the stores on one log', () => {
  test('receive the changes of each other without polling', async () => {
    const { place, one, other } = await two();
    place.isQuiet = false;
    await add(one, 'b');
    await expect.poll(() => ids(other)).toEqual(['a', 'b']);
  });

  test('undo changes of each other, and agree on the numbers of what can be undone', async () => {
    const { one, other } = await two();
    await add(one, 'b');
    await add(other, 'c');
    await one.newest();
    await add(one, 'd');
    await other.newest();
    expect(await other.undo(2)).toBe(2);
    await one.newest();
    expect(ids(one)).toEqual(['a', 'b']);
    const [first] = one.changes;
    expect(one.changes).toEqual(other.changes);
    expect(await one.undoTo((first?.number ?? 0) - 1)).toBe(1);
    await other.newest();
    expect([other.records(), other.changes]).toEqual([FIXTURE, []]);
  });

  test('undo the newest changes, also those they have not read yet', async () => {
    const { one, other } = await two();
    await add(one, 'b');
    expect(await other.undo(1)).toBe(1);
    await one.newest();
    await add(one, 'c');
    await other.newest();
    await add(one, 'd');
    // It undoes one change: c at the time of the call, d at the time of the commit.
    expect(await other.undo(1)).toBe(1);
    expect(ids(other)).toEqual(['a', 'c']);
  });

  test('reset together, restore states of each other, and can undo that', async () => {
    const { one, other } = await two();
    await one.change(({ counts }) => counts.remove('a'));
    await add(one, 'b');
    const { state } = one;
    await other.reset();
    await one.newest();
    expect(one.records()).toEqual(FIXTURE);
    await one.restore(state);
    await other.newest();
    expect(ids(other)).toEqual(['b']);
    await other.undo(2);
    await one.newest();
    expect([ids(one), one.changes]).toEqual([['b'], other.changes]);
  });

  test('have the same history', async () => {
    const { place, one, other } = await two();
    const at = (second: number): ChangeOrigin => ({ at: new Date(second * 1000), operation: 'add' });
    await add(one, 'b', at(10));
    await add(one, 'c', at(20));
    await other.newest();
    const third = await open(place.log('main/counts'));
    const past = (store: Store<Counts>, second: number) => store.asOf(new Date(second * 1000)).collections.counts.size;
    expect([one, other, third].map((store) => [past(store, 5), past(store, 10), past(store, 20)])).toEqual(
      Array.from({ length: 3 }, () => [1, 2, 3]),
    );
    // A reset delivers everything at once, though it changes nothing.
    await one.undo(2);
    await add(one, 'd', at(30));
    await one.change(({ counts }) => counts.remove('d'), at(40));
    await one.reset({ ...at(50), operation: 'reset' });
    const fourth = await open(place.log('main/counts'));
    await Promise.all([other.newest(), third.newest()]);
    expect([one, other, third, fourth].map((store) => past(store, 35))).toEqual([1, 1, 1, 1]);
  });

  test('reset together when one of them is opened fresh', async () => {
    const { place, one } = await two();
    await add(one, 'b');
    const fresh = await openStore<Counts>(FIXTURE, place.log('main/counts'), { fresh: true });
    expect(fresh.records()).toEqual(FIXTURE);
    await one.newest();
    expect([one.records(), one.changes]).toEqual([FIXTURE, []]);
    await add(one, 'c');
    await fresh.newest();
    expect(ids(fresh)).toEqual(['a', 'c']);
  });

  test('change to other fixtures after a change of another store', async () => {
    const { one, other } = await two();
    await add(one, 'b');
    const given: string[][] = [];
    const { fixture } = other;
    await other.refit(fixture, (state) => {
      given.push(state.records().counts?.map(({ id }) => id) ?? []);
      return { state: fixture, isAsBefore: false };
    });
    expect(given).toEqual([['a'], ['a', 'b']]);
    await one.newest();
    expect([one.records(), one.changes]).toEqual([FIXTURE, []]);
    expect(await one.undo(1)).toBe(0);
  });

  test('report invalid entries', async () => {
    const { place } = await two();
    const log = place.log('main/counts');
    let report: Parameters<SharedLog['subscribe']>[0] = () => undefined;
    const store = await open({
      ...log,
      subscribe(listener) {
        report = listener;
        return () => undefined;
      },
    });
    const edit = { collection: 'dogs', id: 'rex', was: undefined, is: { place: 0, record: { id: 'rex' } } };
    const entries = [{ change: [edit], origin: undefined }];
    for (const version of [1, 3])
      expect(() => report({ version, entries })).toThrow('the changes of another process cannot be applied');
    expect(store.records()).toEqual(FIXTURE);
  });
});

const step = fc.record({
  by: fc.nat({ max: 2 }),
  does: fc.constantFrom('add', 'increment', 'remove', 'undo', 'reset', 'look', 'listen'),
  id: fc.constantFrom('a', 'b', 'c', '__proto__'),
  /** Whether the next step waits for this one. */
  waits: fc.boolean(),
});

test('several stores agree after any concurrent actions, and so does a store that is opened later', async () => {
  await checkProperty(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (steps, isQuiet) => {
      const place = createSharedPlace();
      place.isQuiet = isQuiet;
      const stores = await Promise.all([0, 1, 2].map(() => open(place.log('main/counts'))));
      const under: Promise<unknown>[] = [];
      for (const { by, does, id, waits } of steps) {
        const store = stores[by] as Store<Counts>;
        const doing = (
          {
            add: () => add(store, id),
            increment: () => increment(store, id),
            remove: () => store.change(({ counts }) => counts.remove(id)),
            undo: () => store.undo(2),
            reset: () => store.reset({ at: new Date(0), operation: 'reset' }),
            look: () => store.change(({ counts }) => counts.get(id)),
            listen: () => store.newest(),
          } as const
        )[does]();
        under.push(Promise.resolve(doing).catch(() => undefined));
        if (waits) await under.at(-1);
      }
      await Promise.all(under);
      await Promise.all(stores.map((store) => store.newest()));
      const later = await open(place.log('main/counts'));
      const known = (store: Store<Counts>) => [store.records(), store.state.places(), store.changes];
      for (const store of stores) expect(known(store)).toEqual(known(later));
    }),
    { numRuns: 300 },
  );
});

test('no increment is lost or counted twice with concurrent stores', async () => {
  const place = createSharedPlace();
  const stores = await Promise.all(Array.from({ length: 5 }, () => open(place.log('main/counts'))));
  const values = await Promise.all(
    Array.from({ length: 200 }, async (_, number) => increment(stores[number % stores.length] as Store<Counts>)),
  );
  expect([...values].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, number) => number + 1));
});
