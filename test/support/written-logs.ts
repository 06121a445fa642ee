// Log entries written without a store: records of one collection, and changes of them.

import type { AppendOutcome, Entry, LogStep, WholeState } from '../../src/store/log/store-log.ts';
import type { Identified } from '../../src/store/record.ts';

/** Records of one collection, in their order. */
export function whole(...records: readonly Identified[]): WholeState {
  return {
    records: () => ({ cats: records }),
    places: () => ({ cats: records.map((_, place) => place) }),
    next: () => undefined,
  };
}

/** Puts a record at a position. */
export function put(place: number, record: Identified, was?: Identified): LogStep {
  const edit = { collection: 'cats', id: record.id, was: was && { place, record: was }, is: { place, record } };
  return { change: [edit], origin: { at: new Date(0), operation: 'addCat', caller: 'ada' }, after: whole() };
}

/** Removes a record. */
export function remove(place: number, record: Identified): LogStep {
  const edit = { collection: 'cats', id: record.id, was: { place, record }, is: undefined };
  return { change: [edit], origin: undefined, after: whole() };
}

/** The resulting version; undefined if others were first. */
export function versionOf(outcome: AppendOutcome): number | undefined {
  return 'version' in outcome ? outcome.version : undefined;
}

/** The comparable part of entries. */
export function entriesOf({ entries }: { readonly entries: readonly Entry[] }): unknown {
  return entries.map(({ change, origin }) => ({ change, origin }));
}
