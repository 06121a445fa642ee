// Several stores on one log, with changes that are too long for the undo history.

import { describe, expect, test } from 'vitest';
import type { StoreLog } from '../../src/store/log/store-log.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
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

const add = (store: Store<Counts>, id: string) => store.change(({ counts }) => counts.add({ id, value: 0 }));

const ids = (store: Store<Counts>) => [...store.collections.counts.values()].map(({ id }) => id);

describe('the stores on one log', () => {
  test('have the same undo history when it exceeds its limit, and so has a store that is opened later', async () => {
    const { place, one, other } = await two();
    const addLong = (store: Store<Counts>, id: string) =>
      store.change(({ counts }) => counts.add({ id: id + 'x'.repeat(5 * 1024 * 1024), value: 0 }));
    for (const id of 'bcde') await addLong(one, id);
    await other.newest();
    await other.undo(2);
    await addLong(other, 'f');
    await other.reset();
    await add(other, 'g');
    await one.newest();
    const later = await open(place.log('main/counts'));
    const known = (store: Store<Counts>) => [ids(store), store.changes.map(({ number }) => number)];
    expect(known(one)).toEqual([
      ['a', 'g'],
      [7, 8],
    ]);
    expect(known(one)).toEqual(known(other));
    expect(known(later)).toEqual(known(one));
  });
});
