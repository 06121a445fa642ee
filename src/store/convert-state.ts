// Converts a state to other fixtures or collections; invalid records are put aside.

import type { Fixture } from './fixture.ts';
import type { Identified, RecordLists } from './record.ts';
import type { StoreState } from './state.ts';
import { Table } from './table.ts';

interface StateConversion {
  /** The previous fixture. */
  readonly was: StoreState;
  /** The new fixture, with the new collections. */
  readonly is: StoreState;
  readonly fixture: Fixture;
  /** Records that were put aside before, and return if they are valid again. */
  readonly aside: RecordLists;
}

export interface ConvertedState {
  readonly state: StoreState;
  readonly aside: RecordLists;
  /** Whether the collections are the same, and changed ones have exactly the same records. */
  readonly isAsBefore: boolean;
}

/** Maximum number of checks for records that depend on invalid ones. */
const ROUNDS = 10;

/** An unchanged collection becomes that of the new fixture; in others, valid records stay. */
export function convertState(state: StoreState, { was, is, fixture, aside }: StateConversion): ConvertedState {
  const left = new Map<string, readonly Identified[]>();
  const leave = (name: string, records: readonly Identified[]) => {
    if (records.length > 0) left.set(name, newestById([...(left.get(name) ?? []), ...records]));
  };
  const isTouched = (name: string) => state.has(name) && !(was.has(name) && state.agrees(was, name));
  const touched = new Set([...state.collections.filter(isTouched), ...Object.keys(aside)]);
  const valid = new Map<string, Table>();
  for (const name of touched) {
    const back = newestById(aside[name] ?? []);
    const now = isTouched(name) ? state.table(name) : undefined;
    if (!is.has(name)) leave(name, [...back, ...(now?.values() ?? [])]);
    else if (back.length === 0) valid.set(name, (now ?? is.table(name)).bare());
    else {
      // A record that was created meanwhile is newer than one that was put aside; one of the fixture is older.
      const newer = [...(now?.values() ?? [])];
      const older = now || !state.has(name) ? [] : [...is.table(name).values()];
      const ids = new Set(newer.map(({ id }) => id));
      leave(
        name,
        back.filter(({ id }) => ids.has(id)),
      );
      valid.set(name, Table.of(newestById([...older, ...newer, ...back.filter(({ id }) => !ids.has(id))])));
    }
  }
  // Nothing to check if nothing stays.
  for (let round = 0; valid.size > 0 && round < ROUNDS; round += 1) {
    const misfits = misfitsIn(fixture, valid, is);
    if (misfits.size === 0) break;
    for (const [name, indexes] of misfits) {
      const records = [...(valid.get(name) ?? is.table(name)).values()];
      leave(
        name,
        records.filter((_, index) => indexes.has(index)),
      );
      valid.set(name, Table.of(records.filter((_, index) => !indexes.has(index))));
    }
  }
  const fit = is.with(valid);
  const isAsBefore =
    String(is.collections) === String(state.collections) &&
    left.size === 0 &&
    [...valid.keys()].every((name) => state.agrees(fit, name));
  return { state: fit, aside: Object.fromEntries(left), isAsBefore };
}

/** Records without earlier ones of the same id, each at the place of the first one of its id. */
export function newestById(records: readonly Identified[]): readonly Identified[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

/** The places of the records that do not fit, by collection. */
function misfitsIn(
  { fits, check, records }: Fixture,
  valid: ReadonlyMap<string, Table>,
  is: StoreState,
): Map<string, Set<number>> {
  const misfits = new Map<string, Set<number>>();
  const add = (name: string, index: number) => misfits.set(name, (misfits.get(name) ?? new Set()).add(index));
  if (fits) {
    for (const [name, table] of valid) {
      let index = 0;
      for (const record of table.values()) {
        if (!fits(name, record)) add(name, index);
        index += 1;
      }
    }
  }
  // Lazy seed data are not created yet, and need no check.
  const looked = is.collections.filter(
    (name) => valid.has(name) || !Object.getOwnPropertyDescriptor(records, name)?.get,
  );
  for (const problem of check(is.with(valid).records(looked))) {
    // `pets /3/name must be …`
    const [, name, index] = /^(.+?) \/(\d+)[/ ]/.exec(problem) ?? [];
    if (name !== undefined && is.has(name)) add(name, Number(index));
  }
  return misfits;
}
