// Converts stored records to the collections of a changed document.

import { type ConvertedState, convertState } from './convert-state.ts';
import type { Fixture } from './fixture.ts';
import type { RecordLists } from './record.ts';
import { StoreState } from './state.ts';

/** Whether records have exactly the collections of a fixture, and requests can address each of them. */
export function fitsCollections({ records, canName }: Fixture, lists: RecordLists): boolean {
  return (
    String(Object.keys(lists)) === String(Object.keys(records)) &&
    Object.entries(lists).every(([name, list]) => list.every((record) => canName?.(name, record) ?? true))
  );
}

/** The state for a fixture: new collections start with its records. Records without a collection are put aside. */
export function convertRecords(lists: RecordLists, { records, canName }: Fixture): ConvertedState {
  const is = StoreState.of(Object.keys(records), records);
  const fixture: Fixture = { records, check: () => [], ...(canName && { fits: canName }) };
  return convertState(StoreState.of(Object.keys(lists), lists), { was: StoreState.of([], {}), is, fixture, aside: {} });
}

/** Describes the records that were put aside, a clause for each collection. */
export function describeOrphans(aside: RecordLists, { records }: Fixture): readonly string[] {
  return Object.entries(aside).map(([name, { length }]) => {
    const what = length === 1 ? `1 record of ${name} does` : `${length} records of ${name} do`;
    const why = Object.hasOwn(records, name) ? 'the type of its id changed' : 'the collection no longer exists';
    return `${what} not match the document: ${why}`;
  });
}

/** Problems of records for a fixture, where no records may be put aside. */
export function recordProblems(records: RecordLists, fixture: Fixture): readonly string[] {
  if (!fixture.fits || fitsCollections(fixture, records)) return fixture.check(records);
  const { state, aside } = convertRecords(records, fixture);
  return [...describeOrphans(aside, fixture), ...fixture.check(state.records())];
}
