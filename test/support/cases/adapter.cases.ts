// What every adapter promises. `skips` names a promise that an adapter does not make, with the reason.

import { describe, expect, test } from 'vitest';
import type { Adapter } from '../../../src/store/adapter.ts';
import type { RecordLists } from '../../../src/store/record.ts';
import { State } from '../../../src/store/state.ts';
import { openStore } from '../../../src/store/store.ts';

/** The promises that an adapter may leave out. */
export type Skippable = 'reopen';

/** One adapter under test. */
export interface AdapterCase {
  readonly name: string;
  /** Opens the same place each time it is called within one test. */
  place(): Promise<() => Promise<Adapter>>;
  readonly skips: Readonly<Partial<Record<Skippable, string>>>;
}

const FIXTURE: RecordLists = { cats: [{ id: 'minka' }, { id: 'tiger' }], dogs: [] };

const stateOf = (snapshot: RecordLists) => State.of(Object.keys(snapshot), snapshot);

/** Declares the tests of one adapter. */
export function adapterCases({ name, place, skips }: AdapterCase): void {
  const reopening = skips.reopen ? test.skip : test;
  const because = skips.reopen ? ` (skipped: ${skips.reopen})` : '';

  describe(`${name} adapter`, () => {
    test('holds nothing at first', async () => {
      const adapter = await (await place())();
      expect(await adapter.read()).toBeUndefined();
      await adapter.close();
    });

    test('lets a store start from its fixture and change', async () => {
      const store = await openStore<{ cats: { id: string }; dogs: { id: string } }>(FIXTURE, await (await place())());
      await store.change(({ cats, dogs }) => {
        cats.remove('minka');
        dogs.add({ id: 'bello' });
      });
      expect(store.records()).toEqual({ cats: [{ id: 'tiger' }], dogs: [{ id: 'bello' }] });
      await store.close();
    });

    reopening(`gives back the newest records after it was closed${because}`, async () => {
      const open = await place();
      const first = await open();
      await first.write(stateOf(FIXTURE));
      const newest: RecordLists = { cats: [{ id: '__proto__' }, { id: 'a "quoted" \u2028 name\n' }], dogs: [] };
      await first.write(stateOf(newest));
      await first.close();
      const second = await open();
      expect(await second.read()).toEqual(newest);
      await second.close();
    });

    reopening(`gives back what was changed since, also what came together${because}`, async () => {
      const open = await place();
      const first = await openStore<{ cats: { id: string }; dogs: { id: string } }>(FIXTURE, await open());
      await first.change(({ cats }) => cats.remove('minka'));
      await Promise.all([
        first.change(({ dogs }) => dogs.add({ id: 'bello' })),
        first.change(({ cats }) => cats.add({ id: '__proto__' })),
        first.change(({ dogs }) => dogs.add({ id: 'rex' })),
      ]);
      await first.undo(1);
      await first.close();
      const second = await openStore<{ cats: { id: string }; dogs: { id: string } }>(FIXTURE, await open());
      expect(second.records()).toEqual({ cats: [{ id: 'tiger' }, { id: '__proto__' }], dogs: [{ id: 'bello' }] });
      await second.close();
    });

    reopening(`keeps the order of records${because}`, async () => {
      const open = await place();
      const ids = ['10', '9', 'b', '1', 'a', '__proto__', '2'];
      const first = await open();
      await first.write(stateOf({ cats: ids.map((id) => ({ id })) }));
      await first.close();
      const second = await open();
      expect((await second.read())?.cats?.map(({ id }) => id)).toEqual(ids);
      await second.close();
    });
  });
}
