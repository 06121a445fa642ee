// All streams of a database at once: for those who carry a state to or from the disk.

import { randomUUID } from 'node:crypto';
import { Problems } from '../../schema/problems.ts';
import type { RecordLists } from '../record.ts';
import { createDatabase, type Database, type Query } from './database.ts';
import { keyOf } from './key.ts';
import { prepareLayout } from './layout.ts';
import { AT_ONE_MOMENT, loadedFrom, rowsOf } from './loading.ts';
import { replaced } from './replacing.ts';
import { NonsenseError } from './rows.ts';
import { Trouble } from './trouble.ts';

/** The records of streams, by the names of these. */
export type Streams = ReadonlyMap<string, RecordLists>;

/** The records of all streams, as they were at one moment. @throws Problems if they cannot be read */
export function readStreams(url: string): Promise<Streams> {
  return inDatabase(url, (database) =>
    database.transaction(async (query) => {
      const names = await query<{ name: string }>('select name from understudy.stream order by name');
      const streams = new Map<string, RecordLists>();
      for (const { name } of names) {
        const rows = await rowsOf(query, name);
        if (rows) streams.set(name, loadedFrom(rows, name, database.where).whole.records);
      }
      return streams;
    }, AT_ONE_MOMENT),
  );
}

/**
 * Keeps streams, all of them or none. Stores that stand on one go over to it.
 *
 * @param mayReplace - whether those that are there may be replaced, with what could be taken back
 * @throws Problems if they cannot be kept, or are there and may not be replaced
 */
export function writeStreams(url: string, streams: Streams, mayReplace: boolean): Promise<void> {
  return inDatabase(url, (database) =>
    database.transaction(async (query) => {
      const there = await query<{ id: string; name: string; version: string }>(
        'select id, name, version from understudy.stream where name = any($1) order by id for update',
        [[...streams.keys()].map(keyOf)],
      );
      if (there.length > 0 && !mayReplace) {
        throw new Problems(
          `There is state in ${database.where} already; nothing was changed. To put this one in its place, add --replace:`,
          there.map(({ name }) => name),
        );
      }
      const known = new Map(there.map((row) => [row.name, row]));
      for (const [name, records] of streams) await write(query, name, records, known.get(keyOf(name)));
      await query("select pg_notify('understudy', $1)", [
        ['import', ...there.slice(0, 300).map(({ id }) => id)].join(' '),
      ]);
    }),
  );
}

async function write(
  query: Query,
  name: string,
  records: RecordLists,
  known: { readonly id: string; readonly version: string } | undefined,
): Promise<void> {
  const places = Object.fromEntries(Object.entries(records).map(([one, list]) => [one, [...list.keys()]]));
  const whole = { records: () => records, places: () => places, next: () => undefined };
  const onTopOf = known ? Number(known.version) : -1;
  const stream = await replaced(query, { name, stream: known?.id, onTopOf, batch: randomUUID(), whole });
  if (stream === undefined) throw new Problems(`The stream ${name} was begun meanwhile; nothing was changed.`, []);
}

async function inDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = createDatabase(url);
  try {
    await prepareLayout(database);
    return await work(database);
  } catch (error) {
    throw error instanceof Trouble || error instanceof NonsenseError ? new Problems(error.message, []) : error;
  } finally {
    await database.close();
  }
}
