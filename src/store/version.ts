// A version of a store: its state and undo history.

import type { Entry, NewEntries, StoredRecordLists } from './log/store-log.ts';
import { type KnownChange, KnownChanges } from './log/undo-history.ts';
import { deepFreeze } from './record.ts';
import { recordSize } from './record-size.ts';
import { StoreState } from './state.ts';
import type { StoreChange } from './store-change.ts';
import { storageUnavailable } from './store-error.ts';

/** Maximum size of the undo history as JSON, in bytes: in memory it takes up to three times as much. */
const LONGEST = 16 * 1024 * 1024;

/** When everything before was there at once: the state was restored. */
interface RestorePoint {
  /** The version that it led to. */
  readonly number: number;
  readonly at: Date | undefined;
}

/** The history of a state. */
interface History {
  readonly number: number;
  /** The changes that can be undone. */
  readonly changes: KnownChanges;
  readonly restored: RestorePoint;
}

export interface Version extends History {
  readonly state: StoreState;
}

/** A version without a history. */
export function versionWithoutHistory(state: StoreState, number: number): Version {
  return { state, number, changes: KnownChanges.none(), restored: { number, at: undefined } };
}

/** The version that a log contains. @param remembered - the number of newest entries that can be undone */
export function storedVersion(
  collections: readonly string[],
  { records, places }: StoredRecordLists,
  { version, entries }: { readonly version: number; readonly entries: readonly Entry[] },
  remembered: number,
): Version {
  const state = StoreState.of(collections, records, places);
  let history: History = versionWithoutHistory(state, version - entries.length);
  for (const entry of entries)
    history = nextHistory(history, { ...entry, change: deepFreeze(entry.change) }, remembered);
  return { ...history, state };
}

/** The version that an entry leads to. @param after - its state */
export function nextVersion(before: Version, entry: Entry, after: StoreState, remembered: number): Version {
  const { number, changes, restored } = nextHistory(before, entry, remembered);
  return { number, changes, restored, state: after };
}

/**
 * The version after entries of other processes. Known entries are skipped.
 *
 * @throws StoreError if they do not fit
 */
export function versionAfterNews(
  known: Version,
  { version, entries, replaced, isSetBack }: NewEntries,
  remembered: number,
): Version {
  if (version <= known.number && !isSetBack) return known;
  try {
    if (replaced) return storedVersion(known.state.collections, replaced, { version, entries }, remembered);
    const count = version - known.number;
    if (count > entries.length) throw new Error(`${count - entries.length} versions after ${known.number} are missing`);
    return entries.slice(-count).reduce((before, entry) => applyEntry(before, entry, remembered), known);
  } catch (error) {
    throw storageUnavailable(error as Error, 'the changes of another process cannot be applied');
  }
}

function applyEntry(before: Version, entry: Entry, remembered: number): Version {
  // The current record is reused, so that it is in memory once.
  const change = entry.change.map(({ collection, id, is }) => {
    const was = before.state.table(collection).placed(id);
    return { collection, id, was, is: deepFreeze(is) };
  });
  return nextVersion(before, { ...entry, change }, before.state.after(change), remembered);
}

function nextHistory(before: History, { change, origin, takesBack, restores }: Entry, remembered: number): History {
  const number = before.number + 1;
  const restored = restores ? { number, at: origin?.at } : before.restored;
  const changes =
    takesBack === undefined
      ? before.changes.with({ number, origin, edits: change, length: lengthOf(change) })
      : before.changes.without(takesBack);
  // Limited by number and total size, so that early and late processes have the same history.
  return { number, changes: changes.after(number - remembered).within(LONGEST), restored };
}

/** How long the records of a change are, as JSON: of one in the place of another, the longer one. */
function lengthOf(change: StoreChange): number {
  return change.reduce((sum, { was, is }) => sum + Math.max(recordSize(was?.record), recordSize(is?.record)), 0);
}

/** The changes after one, which may precede the oldest known; undefined if that one is unknown. */
export function changesAfter(
  { changes: known, number: last }: History,
  number: number,
): readonly KnownChange[] | undefined {
  const changes = known.all;
  const oldest = changes[0]?.number ?? last + 1;
  const isKnown = number === oldest - 1 || changes.some((one) => one.number === number);
  return isKnown ? changes.filter((one) => one.number > number) : undefined;
}
