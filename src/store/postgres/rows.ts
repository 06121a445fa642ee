// Entries and records in rows, validated: other programs may write to the database.

import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { Entry, ProblemOf, StoredRecordLists } from '../log/store-log.ts';
import type { Identified } from '../record.ts';
import type { PlacedRecord } from '../table.ts';
import { toPostgresKey } from './postgres-key.ts';

/** An entry as JSON. */
export function entryToRow({ change, origin, takesBack, restores }: Entry): string {
  return stringifyJson({ origin, takesBack, restores, change });
}

/** A row of `understudy.record`. */
export interface StoredRecordRow {
  readonly collection: string;
  readonly id: string;
  readonly place: number;
  readonly body: unknown;
}

/** The records of rows, which come by collection and position. @throws UsageError for invalid content */
export function readRecords(
  collections: unknown,
  rows: readonly StoredRecordRow[],
  problemOf: ProblemOf,
): StoredRecordLists {
  if (!Array.isArray(collections) || !collections.every((name) => typeof name === 'string'))
    throw new UsageError('its collections are not a list of names');
  const lists = new Map(
    collections.map((name: string) => [toPostgresKey(name), { records: [] as Identified[], places: [] as number[] }]),
  );
  for (const { collection, id, place, body } of rows) {
    const list = lists.get(collection);
    const reject = (why: string) => new UsageError(`the record ${id} of ${collection} ${why}`);
    if (!list) throw reject('is in a collection that does not exist');
    if (!isIdentified(body) || toPostgresKey(body.id) !== id) throw reject('has a different id in its body');
    if (list.places.at(-1) === place) throw reject('has the same place as another record');
    const problem = problemOf(collection, body);
    if (problem !== undefined) throw reject(problem);
    list.records.push(body);
    list.places.push(place);
  }
  const all = collections.map((name: string) => [name, lists.get(toPostgresKey(name))] as const);
  return {
    records: Object.fromEntries(all.map(([name, list]) => [name, list?.records ?? []])),
    places: Object.fromEntries(all.map(([name, list]) => [name, list?.places ?? []])),
  };
}

/** The entry in a row. @throws UsageError for invalid content */
export function readEntry(version: number, value: unknown, problemOf: ProblemOf): Entry {
  if (!isRecord(value) || !Array.isArray(value.change) || !value.change.every(isEdit))
    throw new UsageError(`the entry of version ${version} is not a list of edits`);
  const { change, origin, takesBack, restores } = value;
  for (const { collection, id, is } of value.change) {
    const problem = is && problemOf(collection, is.record);
    if (problem !== undefined) throw new UsageError(`the record ${id} of ${collection} ${problem}`);
  }
  return {
    change,
    origin: isRecord(origin)
      ? {
          at: new Date(String(origin.at)),
          operation: String(origin.operation),
          ...(typeof origin.caller === 'string' && { caller: origin.caller }),
        }
      : undefined,
    ...(typeof takesBack === 'number' && { takesBack }),
    ...(restores === true && { restores }),
  };
}

function isIdentified(value: unknown): value is Identified {
  return isRecord(value) && typeof value.id === 'string';
}

function isEdit(value: unknown): value is Entry['change'][number] {
  if (!isRecord(value)) return false;
  const { collection, id, was, is } = value;
  return typeof collection === 'string' && typeof id === 'string' && isSide(was, id) && isSide(is, id);
}

function isSide(value: unknown, id: string): value is PlacedRecord | undefined {
  if (value === undefined) return true;
  return isRecord(value) && typeof value.place === 'number' && isIdentified(value.record) && value.record.id === id;
}
