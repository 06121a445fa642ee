// A change in the log, without positions, which only the writing process knows.

import type { Identified, RecordLists } from '../record.ts';
import type { LocatedEdit } from '../store-change.ts';
import type { LogStep, WholeState } from './store-log.ts';

/**
 * An edit of one record: removed, by id; or put in place of the record with its id, else at the end, else before the
 * record with the last id.
 */
export type LoggedEdit =
  | readonly [collection: string, removed: string]
  | readonly [collection: string, put: Identified]
  | readonly [collection: string, put: Identified, before: string];

/** Edits in the order in which they are to be made again. */
export type LoggedChange = readonly LoggedEdit[];

/** A change as the log stores it. */
export function loggedChange({ change, after }: LogStep): LoggedChange {
  const left = change.filter(({ was, is }) => was && was.place !== is?.place);
  const stayed = change.filter(({ was, is }) => is && was?.place === is.place);
  const came = change.filter(({ was, is }) => is && was?.place !== is.place);
  return [
    ...left.map(({ collection, id }): LoggedEdit => [collection, id]),
    ...stayed.flatMap(({ collection, is }): LoggedEdit[] => (is ? [[collection, is.record]] : [])),
    ...arrivals(came, after),
  ];
}

/** Each newcomer with the next record that is none, first ones first. */
function arrivals(came: readonly LocatedEdit[], after: WholeState): LoggedEdit[] {
  const lastFirst = [...came].sort((a, b) => (b.is?.place ?? 0) - (a.is?.place ?? 0));
  /** By collection and id: the older record after a new one. */
  const standsBefore = new Map<string, string | undefined>();
  const edits = lastFirst.flatMap(({ collection, is }): LoggedEdit[] => {
    if (!is) return [];
    const next = after.next(collection, is.place)?.id;
    const key = JSON.stringify([collection, next]);
    const before = standsBefore.has(key) ? standsBefore.get(key) : next;
    standsBefore.set(JSON.stringify([collection, is.record.id]), before);
    return [before === undefined ? [collection, is.record] : [collection, is.record, before]];
  });
  return edits.reverse();
}

/** Records after logged changes. */
export function replayChanges(lists: RecordLists, changes: readonly LoggedChange[]): RecordLists {
  const collections = new Map(
    Object.entries(lists).map(([name, records]) => [name, new Map(records.map((record) => [record.id, record]))]),
  );
  for (const change of changes) {
    for (const [collection, edit, before] of change) {
      const records = collections.get(collection) ?? new Map<string, Identified>();
      collections.set(collection, records);
      if (typeof edit === 'string') records.delete(edit);
      else if (before === undefined) records.set(edit.id, edit);
    }
    for (const name of new Set(change.flatMap(([collection, , before]) => (before === undefined ? [] : collection)))) {
      collections.set(name, inserted(collections.get(name) ?? new Map(), name, change));
    }
  }
  return Object.fromEntries([...collections].map(([name, records]) => [name, [...records.values()]]));
}

/** The records of a collection, with inserted ones. One pass, however many there are. */
function inserted(
  records: ReadonlyMap<string, Identified>,
  name: string,
  change: LoggedChange,
): Map<string, Identified> {
  const newcomers = new Map<string, Identified[]>();
  for (const [collection, edit, before] of change) {
    if (collection !== name || before === undefined || typeof edit === 'string') continue;
    const group = newcomers.get(before) ?? [];
    newcomers.set(before, group);
    group.push(edit);
  }
  const all = [...records.values()].flatMap((record) => [...(newcomers.get(record.id) ?? []), record]);
  return new Map(all.map((record) => [record.id, record]));
}
