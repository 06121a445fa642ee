// Reads and replaces streams in one transaction, to copy a state.

import { randomUUID } from 'node:crypto';
import { UsageError } from '../../schema/usage-error.ts';
import type { RecordLists } from '../record.ts';
import { isStoreError } from '../store-error.ts';
import { createDatabase, type Database, type Query } from './database.ts';
import { isPassing } from './database-error.ts';
import { prepareLayout } from './layout.ts';
import { AT_ONE_MOMENT, parseStream, streamRows } from './load-stream.ts';
import { fromPostgresKey, toPostgresKey } from './postgres-key.ts';
import { replaceInTransaction } from './replace-stream.ts';

/** Streams as they are at one moment. */
export interface StreamReader {
  /**
   * The names with a prefix, in any order.
   *
   * @throws UsageError if one is so long that the database has only its beginning
   */
  names(beginning: string): Promise<readonly string[]>;
  /** The records of a stream; undefined if nothing was ever stored. */
  records(name: string): Promise<RecordLists | undefined>;
}

/** Streams that are changed, all or none. They stay as they were read until the end. */
export interface StreamWriter extends StreamReader {
  /** Replaces the records of a stream, and its undo history. Open stores follow. */
  replace(name: string, records: RecordLists): Promise<void>;
  /** Removes a stream, if it exists. */
  remove(name: string): Promise<void>;
}

/** How often others may be in the way until it is given up. */
const TRIES = 5;

/** Maximum streams in one notification, which may have 8000 bytes. */
const MAX_NOTIFIED = 300;

/** @throws UsageError if the database, or its content, cannot be read */
export function readStreams<T>(url: string, work: (streams: StreamReader) => Promise<T>): Promise<T> {
  return inDatabase(url, (database) =>
    database.transaction((query) => work(reading(query, database.where)), AT_ONE_MOMENT),
  );
}

/** @param work - is repeated after conflicts @throws UsageError if nothing was changed, or if that is unknown */
export function changeStreams<T>(url: string, work: (streams: StreamWriter) => Promise<T>): Promise<T> {
  return inDatabase(url, async (database) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await database.transaction((query) => changeAll(query, database.where, work));
      } catch (error) {
        if (!isStoreError(error, 'database')) throw error;
        if (error.mayBeDone)
          throw new UsageError(`${error.message} The import may or may not be stored; check, or import again.`);
        if (!isPassing(error) || tries === TRIES) throw error;
      }
    }
  });
}

function reading(query: Query, where: string): StreamReader {
  return {
    async names(beginning) {
      const rows = await query<{ name: string }>('select name from understudy.stream where starts_with(name, $1)', [
        toPostgresKey(beginning),
      ]);
      return rows.map(({ name }) => {
        const text = fromPostgresKey(name);
        if (text === undefined) throw new UsageError(`The name of the stream ${name} is too long.`);
        return text;
      });
    },
    async records(name) {
      const rows = await streamRows(query, toPostgresKey(name));
      return rows && parseStream(rows, { name, problemOf: () => undefined }, where).whole.records;
    },
  };
}

async function changeAll<T>(query: Query, where: string, work: (streams: StreamWriter) => Promise<T>): Promise<T> {
  const { names, records } = reading(query, where);
  const changed = new Set<string>();
  const held = async (name: string) => {
    const [row] = await query<{ id: string; version: string }>(
      'select id, version from understudy.stream where name = $1 for update',
      [toPostgresKey(name)],
    );
    return row;
  };
  const result = await work({
    names,
    async records(name) {
      return (await held(name)) && records(name);
    },
    async replace(name, lists) {
      const there = await held(name);
      const places = Object.fromEntries(Object.entries(lists).map(([one, list]) => [one, [...list.keys()]]));
      const whole = { records: () => lists, places: () => places, next: () => undefined };
      const onTopOf = { version: there ? Number(there.version) : -1, batch: undefined };
      const stream = await replaceInTransaction(query, {
        name,
        stream: there?.id,
        onTopOf,
        batch: randomUUID(),
        whole,
      });
      if (stream === undefined)
        throw new UsageError(`The stream ${name} was created in the meantime; nothing was changed.`);
      if (there) changed.add(there.id);
    },
    async remove(name) {
      const taken = await query<{ stream: string }>(
        `with taken as (delete from understudy.stream where name = $1 returning id)
          insert into understudy.gone select id from taken returning stream`,
        [toPostgresKey(name)],
      );
      for (const { stream } of taken) changed.add(stream);
    },
  });
  // Replicas that miss the notification poll.
  await query("select pg_notify('understudy', $1)", [['import', ...[...changed].slice(0, MAX_NOTIFIED)].join(' ')]);
  return result;
}

async function inDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = createDatabase(url);
  try {
    await prepareLayout(database);
    return await work(database);
  } catch (error) {
    throw isStoreError(error, 'database') ? new UsageError(error.message) : error;
  } finally {
    await database.close();
  }
}
