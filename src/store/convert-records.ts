// Converts stored records to the collections of a changed document.

import { type ConvertedState, convertState, newestById } from './convert-state.ts';
import type { Fixture } from './fixture.ts';
import type { Identified, RecordLists } from './record.ts';
import { StoreState } from './state.ts';

/** Whether records have exactly the collections of a fixture, and requests can address each of them. */
export function fitsCollections({ records, canName }: Fixture, lists: RecordLists): boolean {
  return (
    String(Object.keys(lists)) === String(Object.keys(records)) &&
    Object.entries(lists).every(([name, list]) => list.every((record) => canName?.(name, record) ?? true))
  );
}

/** The state for a fixture: new collections start with its records. Records without a collection are put aside. */
export function convertRecords(
  lists: RecordLists,
  { records, canName }: Fixture,
  aside: RecordLists = {},
): ConvertedState {
  const is = StoreState.of(Object.keys(records), records);
  const fixture: Fixture = { records, check: () => [], ...(canName && { fits: canName }) };
  return convertState(StoreState.of(Object.keys(lists), lists), { was: StoreState.of([], {}), is, fixture, aside });
}

/** The records that were put aside and fit again: a request can address them, and they match the document. */
export function findReturning(aside: RecordLists, fixture: Fixture): RecordLists {
  const { canName, fits } = fixture;
  const isFit = (name: string, record: Identified) =>
    (canName?.(name, record) ?? true) && (fits?.(name, record) ?? true);
  const collections = Object.keys(fixture.records);
  const nothing = StoreState.of(collections, {});
  const checked = { was: nothing, is: nothing, fixture: { ...fixture, fits: isFit }, aside };
  return withoutRecords(aside, convertState(nothing, checked).aside);
}

/** Records without others, which are the same objects. */
export function withoutRecords(lists: RecordLists, others: RecordLists): RecordLists {
  const excluded = new Set(Object.values(others).flat());
  return selectRecords(lists, (_, record) => !excluded.has(record));
}

/** The records of both; of two with the same id, the one of `other`. */
export function joinRecords(one: RecordLists, other: RecordLists): RecordLists {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => [name, newestById([...(one[name] ?? []), ...(other[name] ?? [])])]),
  );
}

/** Without collections that are empty. */
function selectRecords(lists: RecordLists, isSelected: (name: string, record: Identified) => boolean): RecordLists {
  const selected = Object.entries(lists).map(
    ([name, records]) => [name, records.filter((record) => isSelected(name, record))] as const,
  );
  return Object.fromEntries(selected.filter(([, records]) => records.length > 0));
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
