// The contract of every log of a store. `skips` names the parts that a log does not support, with the reason.

import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/schema/json/parse-json.ts';
import { stringifyJson } from '../../../src/schema/json/stringify-json.ts';
import type { Entry, NewEntries, PersistedState, SharedLog, StoreLog } from '../../../src/store/log/store-log.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Identified, RecordLists } from '../../../src/store/record.ts';
import { StoreState } from '../../../src/store/state.ts';

/** Optional parts: to outlive the process, to have several writers, to have a history for undo, and to fail on request. */
export type Skippable = 'reopening' | 'others' | 'history' | 'failure';

/** The storage of a log, which may be opened several times within one test. */
export interface Place {
  log(): StoreLog | Promise<StoreLog>;
  /** Makes the next write fail in its middle. */
  failNext?(): void;
}

/** One log under test. */
export interface LogCase {
  readonly name: string;
  place(): Place | Promise<Place>;
  readonly skips: Readonly<Partial<Record<Skippable, string>>>;
}

/** One part of the contract. */
export interface LogPromise {
  readonly says: string;
  readonly needs?: Skippable;
  /** Fails when it is violated. */
  check(place: Place): Promise<void>;
}

interface Animals {
  cats: Identified;
  dogs: Identified;
}

const FIXTURE: RecordLists = { cats: [{ id: 'minka' }, { id: 'tiger' }], dogs: [] };

const strange = (text: string) => parseJson(text) as Identified;

/** JSON values that are easily lost: property order, special names, lone surrogates, numbers at the limits. */
const STRANGE: readonly Identified[] = [
  { id: '__proto__' },
  strange('{"id":"a key","__proto__":{"isAdmin":true},"constructor":{"prototype":1}}'),
  strange('{"zebra":1,"id":"order","apple":{"b":1,"a":2,"9":3}}'),
  strange('{"id":"a \\"quoted\\" \\u2028 name\\n","text":"\\u0000 and \\ud800","\\u0000":null}'),
  strange(
    '{"id":"numbers","all":[0.1,1e21,5e-324,9007199254740993,123456789012345678901234567890,1.7976931348623157e308,-1e-7]}',
  ),
  strange('{"id":"empty","list":[],"object":{},"text":"","nothing":null,"no":false}'),
  { id: "'; drop table record; --" },
];

const stateOf = (lists: RecordLists) => StoreState.of(Object.keys(lists), lists);

function storeOn(log: StoreLog) {
  return openStore<Animals>(FIXTURE, log);
}

/** The text of all records, so that the order of properties counts. */
const textOf = (records: RecordLists | undefined) => stringifyJson(records);

async function storedIn(place: Place): Promise<PersistedState> {
  const log = await place.log();
  const stored = await log.open();
  await log.close();
  return stored;
}

/** The effect of an entry, without the positions. */
const done = ({ change }: Entry) => change.map(({ collection, id, is }) => [collection, id, is?.record]);

async function opened(place: Place, count: number): Promise<StoreLog[]> {
  const logs: StoreLog[] = [];
  for (let number = 0; number < count; number += 1) {
    const log = await place.log();
    const { version } = await log.open();
    if (version === -1) await log.replace(stateOf(FIXTURE), -1);
    logs.push(log);
  }
  return logs;
}

const closed = (logs: readonly StoreLog[]) => Promise.all(logs.map((log) => log.close()));

/** A step that adds a record to the dogs of a state, and the resulting state. */
function adding(state: StoreState, record: Identified) {
  const change = [
    { collection: 'dogs', id: record.id, was: undefined, is: { place: state.table('dogs').nextPlace, record } },
  ];
  const after = state.after(change);
  return { change, origin: undefined, after };
}

/** A part of the contract for logs opened by several stores. */
const between = (
  says: string,
  check: (logs: readonly [SharedLog, SharedLog], place: Place) => Promise<void>,
): LogPromise => ({
  says,
  needs: 'others',
  async check(place) {
    const logs = (await opened(place, 2)) as [SharedLog, SharedLog];
    expect(logs.map(({ kind }) => kind)).toEqual(['shared', 'shared']);
    await check(logs, place);
    await closed(logs);
  },
});

export const LOG_PROMISES: readonly LogPromise[] = [
  {
    says: 'is empty at first',
    async check(place) {
      expect(await storedIn(place)).toEqual({ whole: undefined, version: -1, entries: [] });
    },
  },
  {
    says: 'counts the versions',
    async check(place) {
      const [log] = (await opened(place, 1)) as [StoreLog];
      const first = stateOf(FIXTURE);
      const bello = adding(first, { id: 'bello' });
      const rex = adding(bello.after, { id: 'rex' });
      expect(await log.append([bello, rex], 0)).toEqual({ version: 2 });
      expect(await log.append([adding(rex.after, { id: 'hasso' })], 2)).toEqual({ version: 3 });
      expect(await log.replace(first, 3)).toEqual({ version: 4 });
      await log.close();
    },
  },
  {
    says: 'reports whether its entries outlive the process',
    async check(place) {
      const [log] = (await opened(place, 1)) as [StoreLog];
      await log.close();
      const isStored = (await storedIn(place)).whole !== undefined;
      expect(isStored).toBe(log.kind === 'shared' || log.isPersistent);
    },
  },
  {
    says: 'reports no problem while it stores changes',
    async check(place) {
      const store = await storeOn(await place.log());
      await store.change(({ dogs }) => dogs.add({ id: 'bello' }));
      expect(store.problem()).toBeUndefined();
      await store.close();
    },
  },
  {
    says: 'lets a store start from its fixture and change',
    async check(place) {
      const store = await storeOn(await place.log());
      await store.change(({ cats, dogs }) => {
        cats.remove('minka');
        dogs.add({ id: 'bello' });
      });
      expect(store.records()).toEqual({ cats: [{ id: 'tiger' }], dogs: [{ id: 'bello' }] });
      await store.close();
    },
  },
  {
    says: 'returns the records that replaced all others',
    needs: 'reopening',
    async check(place) {
      const [log] = (await opened(place, 1)) as [StoreLog];
      const newest: RecordLists = { cats: STRANGE, dogs: [] };
      await log.replace(stateOf(newest), 0);
      await log.close();
      expect(textOf((await storedIn(place)).whole?.records)).toBe(textOf(newest));
    },
  },
  {
    says: 'returns what was appended, as it was written',
    needs: 'reopening',
    async check(place) {
      const [log] = (await opened(place, 1)) as [StoreLog];
      let state = stateOf(FIXTURE);
      const steps = STRANGE.map((record) => {
        const step = adding(state, record);
        state = step.after;
        return step;
      });
      await log.append(steps.slice(0, 1), 0);
      await log.append(steps.slice(1), 1);
      await log.close();
      expect(textOf((await storedIn(place)).whole?.records)).toBe(textOf({ ...FIXTURE, dogs: STRANGE }));
    },
  },
  {
    says: 'returns the changes of a store, also those made together and undone ones',
    needs: 'reopening',
    async check(place) {
      const first = await storeOn(await place.log());
      await first.change(({ cats }) => cats.remove('minka'));
      await Promise.all([
        first.change(({ dogs }) => dogs.add({ id: 'bello' })),
        first.change(({ cats }) => cats.add({ id: '__proto__' })),
        first.change(({ dogs }) => dogs.add({ id: 'rex' })),
      ]);
      await first.undo(1);
      await first.close();
      const second = await storeOn(await place.log());
      expect(second.records()).toEqual({ cats: [{ id: 'tiger' }, { id: '__proto__' }], dogs: [{ id: 'bello' }] });
      await second.close();
    },
  },
  {
    says: 'preserves the order of records, also of one that returns to its position',
    needs: 'reopening',
    async check(place) {
      const ids = ['10', '9', 'b', '1', 'a', '__proto__', '2'];
      const [log] = (await opened(place, 1)) as [StoreLog];
      await log.replace(stateOf({ cats: ids.map((id) => ({ id })), dogs: [] }), 0);
      await log.close();
      const store = await storeOn(await place.log());
      await store.change(({ cats }) => cats.remove('b'));
      await store.change(({ cats }) => cats.add({ id: 'newest' }));
      await store.undoTo((store.changes[0]?.number ?? 0) - 1);
      await store.change(({ cats }) => cats.add({ id: 'new' }));
      await store.close();
      expect((await storedIn(place)).whole?.records.cats?.map(({ id }) => id)).toEqual([...ids, 'new']);
    },
  },
  {
    says: 'stores large records, and many',
    needs: 'reopening',
    async check(place) {
      const large = { id: 'large', text: 'ö"\\'.repeat(400_000) };
      const many = Array.from({ length: 5000 }, (_, number) => ({ id: `${number}`, number }));
      const first = await storeOn(await place.log());
      await first.change(({ dogs }) => dogs.add(large));
      await first.change(({ cats }) => many.forEach((record) => void cats.add(record)));
      await first.close();
      const second = await storeOn(await place.log());
      expect(second.collections.dogs.get('large')).toEqual(large);
      expect([...second.collections.cats.values(2)]).toEqual(many);
      await second.close();
    },
  },
  {
    says: 'stores all or nothing of what is appended together, and continues',
    needs: 'failure',
    async check(place) {
      const store = await storeOn(await place.log());
      await store.change(({ dogs }) => dogs.add({ id: 'bello' }));
      place.failNext?.();
      const fate = await Promise.allSettled([
        store.change(({ dogs }) => dogs.add({ id: 'rex' })),
        store.change(({ cats, dogs }) => {
          cats.remove('minka');
          dogs.add({ id: 'hasso' });
        }),
      ]);
      expect(fate.map(({ status }) => status)).toContain('rejected');
      await store.change(({ dogs }) => dogs.add({ id: 'lassie' }));
      await store.newest();
      const records = store.records();
      await store.close();
      expect(textOf((await storedIn(place)).whole?.records)).toBe(textOf(records));
      const dogs = records.dogs?.map(({ id }) => id) ?? [];
      expect(dogs).toEqual(expect.arrayContaining(['bello', 'lassie']));
      // Changes made together are stored together or not at all.
      expect(dogs.includes('hasso')).toBe(!records.cats?.some(({ id }) => id === 'minka'));
    },
  },
  {
    says: 'returns what can be undone, with the positions',
    needs: 'history',
    async check(place) {
      const origin = { at: new Date('2027-01-02T03:04:05.678Z'), operation: 'addDog', caller: 'Ann' };
      const first = await storeOn(await place.log());
      await first.change(({ cats }) => cats.remove('minka'));
      await first.change(({ dogs }) => dogs.add({ id: 'bello' }), origin);
      await first.change(({ dogs }) => dogs.add({ id: 'rex' }));
      await first.undo(1);
      await first.close();
      const second = await storeOn(await place.log());
      expect(second.changes).toEqual(first.changes);
      expect(second.changes.map((one) => one.origin)).toEqual([undefined, origin]);
      await second.undo(2);
      expect(textOf(second.records())).toBe(textOf(FIXTURE));
      await second.close();
    },
  },
  between('rejects an append to another version, and returns what is newer', async ([one, other], place) => {
    const first = stateOf(FIXTURE);
    const bello = adding(first, { id: 'bello' });
    const rex = adding(bello.after, { id: 'rex' });
    expect(await one.append([bello, rex], 0)).toEqual({ version: 2 });
    const outcome = await other.append([adding(first, { id: 'hasso' })], 0);
    expect(outcome).toMatchObject({ newer: { version: 2 } });
    expect('newer' in outcome && outcome.newer.entries.map(done)).toEqual([bello, rex].map(done));
    expect((await storedIn(place)).whole?.records.dogs).toEqual([{ id: 'bello' }, { id: 'rex' }]);
    expect(await other.append([adding(rex.after, { id: 'hasso' })], 2)).toEqual({ version: 3 });
  }),
  between('accepts one of two concurrent appends to the same version', async ([one, other], place) => {
    const first = stateOf(FIXTURE);
    const outcomes = await Promise.all([
      one.append([adding(first, { id: 'bello' })], 0),
      other.append([adding(first, { id: 'rex' })], 0),
    ]);
    expect(outcomes.filter((outcome) => 'version' in outcome)).toEqual([{ version: 1 }]);
    const { version, whole } = await storedIn(place);
    expect([version, whole?.records.dogs?.length]).toEqual([1, 1]);
  }),
  between('rejects a replacement of another version', async ([one, other], place) => {
    const first = stateOf(FIXTURE);
    await one.append([adding(first, { id: 'bello' })], 0);
    expect(await other.replace(first, 0)).toMatchObject({ newer: { version: 1 } });
    expect((await storedIn(place)).whole?.records.dogs).toEqual([{ id: 'bello' }]);
  }),
  between('returns everything to a store that missed a replacement', async ([one, other]) => {
    const first = stateOf(FIXTURE);
    await one.replace(stateOf({ cats: [], dogs: [{ id: 'rex' }] }), 0);
    const outcome = await other.append([adding(first, { id: 'bello' })], 0);
    expect(outcome).toMatchObject({
      newer: { version: 1, entries: [], replaced: { records: { cats: [], dogs: [{ id: 'rex' }] } } },
    });
  }),
  between('delivers stored changes to others, in order, by the end of a barrier', async ([one, other]) => {
    const reported: NewEntries[] = [];
    const stop = other.subscribe((newer) => void reported.push(newer));
    let state = stateOf(FIXTURE);
    const dogs = Array.from({ length: 20 }, (_, number) => ({ id: `dog ${number}` }));
    for (const [version, dog] of dogs.entries()) {
      const step = adding(state, dog);
      await one.append([step], version);
      state = step.after;
    }
    await other.newest();
    let known = 0;
    const seen = reported.flatMap(({ version, entries, replaced }) => {
      expect(replaced).toBeUndefined();
      const unknown = version > known ? entries.slice(known - version) : [];
      expect(unknown).toHaveLength(Math.max(0, version - known));
      known = Math.max(known, version);
      return unknown;
    });
    expect(seen.map(done)).toEqual(dogs.map((dog) => [['dogs', dog.id, dog]]));
    stop();
  }),
  between('starts with the fixture of one of several concurrent stores', async ([one, other], place) => {
    expect(await one.append([adding(stateOf(FIXTURE), { id: 'bello' })], 0)).toEqual({ version: 1 });
    const stores = await Promise.all([storeOn(await place.log()), storeOn(await place.log())]);
    expect(stores.map((store) => store.records().dogs)).toEqual([[{ id: 'bello' }], [{ id: 'bello' }]]);
    await Promise.all(stores.map((store) => store.close()));
    expect(await other.replace(stateOf(FIXTURE), -1)).toMatchObject({ newer: { version: 1 } });
  }),
];

/** Declares the tests of one log. */
export function logCases({ name, place, skips }: LogCase): void {
  describe(`the log of a store in ${name}`, () => {
    for (const { says, needs, check } of LOG_PROMISES) {
      const reason = needs && skips[needs];
      if (reason) test.skip(`${says} (skipped: ${reason})`, () => undefined);
      else test(says, async () => check(await place()));
    }
  });
}
