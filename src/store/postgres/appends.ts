// Appends of all streams: concurrent ones share one transaction.

import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { LogStep } from '../log/store-log.ts';
import { StoreError } from '../store-error.ts';
import type { Database } from './database.ts';
import { toPostgresKey } from './postgres-key.ts';
import { retryUntilKnown } from './retry-until-known.ts';
import { entryToRow } from './rows.ts';
import type { KnownVersion } from './stream-polling.ts';

/** The entries that one stream appends. */
export interface StreamAppend {
  readonly stream: string;
  readonly onTopOf: KnownVersion;
  /** By which it is known again. */
  readonly batch: string;
  readonly steps: readonly LogStep[];
}

/** `behind`: another process was first, or the version below is missing; nothing was stored. */
export type AppendFate = 'stored' | 'behind';

/** Concurrent transactions: while one is flushed, the next batch is collected. */
const WRITERS = 2;

/** Maximum number of characters per statement: PostgreSQL accepts at most 1 GB. */
const MOST = 200_000_000;

/**
 * Timeout of a transaction: milliseconds, and characters per further millisecond. Clients wait for it, and a server
 * may disappear silently.
 */
const [WITHIN, CHARACTERS_A_MILLISECOND] = [10_000, 10_000];

/**
 * One statement, and so one transaction and one round trip. A stream with another version is left as it is; also one
 * whose version has another meaning, because the database lost acknowledged changes. Streams are locked in one order,
 * so that no two replicas wait for each other.
 */
const APPEND = `
  with given as (
    select * from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::bigint[]) as given (stream, known, batch, next)
  ), held as (
    select stream.id from understudy.stream join given on given.stream = stream.id and given.known = stream.version
    where not exists (
      select from understudy.change
      where change.stream = given.stream and change.version = given.known and change.batch <> given.batch
    )
    order by stream.id for update of stream
  ), moved as (
    update understudy.stream set version = given.next
    from held join given on given.stream = held.id where stream.id = held.id returning stream.id
  ), stored as (
    insert into understudy.change (stream, version, batch, entry)
    select new.stream, new.version, new.batch, new.entry
    from unnest($5::bigint[], $6::bigint[], $7::uuid[], $8::json[]) as new (stream, version, batch, entry)
    join moved on moved.id = new.stream
  ), removed as (
    delete from understudy.record using moved, unnest($9::bigint[], $10::text[], $11::text[]) as old (stream, collection, id)
    where old.stream = moved.id
      and record.stream = old.stream and record.collection = old.collection and record.id = old.id
  ), written as (
    insert into understudy.record (stream, collection, id, place, body)
    select new.stream, new.collection, new.id, new.place, new.body
    from unnest($12::bigint[], $13::text[], $14::text[], $15::double precision[], $16::json[])
      as new (stream, collection, id, place, body)
    join moved on moved.id = new.stream
    on conflict (stream, collection, id) do update set place = excluded.place, body = excluded.body
  )
  select id from moved`;

const FATE = `select stream.pruned, change.batch from understudy.stream
  left join understudy.change on change.stream = stream.id and change.version = $2 where stream.id = $1`;

interface Waiting extends StreamAppend {
  resolve(fate: AppendFate): void;
  reject(error: unknown): void;
}

/** Creates the function that appends to streams. */
export function createAppends(database: Database): (append: StreamAppend) => Promise<AppendFate> {
  const waiting: Waiting[] = [];
  let writers = 0;

  async function write(): Promise<void> {
    writers += 1;
    while (waiting.length > 0) await keep(waiting.splice(0));
    writers -= 1;
  }

  async function keep(together: readonly Waiting[]): Promise<void> {
    try {
      const stored = await findStored(database, together);
      for (const one of together) one.resolve(stored.has(one) ? 'stored' : 'behind');
    } catch (error) {
      // One of them may be too large for the database, or its stream locked: the others must not fail because of it.
      const isUnknown = error instanceof StoreError && error.mayBeDone;
      if (together.length > 1 && !isUnknown) for (const one of together) await keep([one]);
      else for (const one of together) one.reject(error);
    }
  }

  return (append) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...append, resolve, reject });
      if (writers < WRITERS) void write();
    });
}

/**
 * Determines which appends were stored. After a broken connection the statement is repeated: if it was stored, the
 * version is greater, and its change has the batch id; if it is still running, one of both wins, and the other one
 * finds a greater version.
 *
 * @throws StoreError `database` if none of them was stored, or if that is unknown (`mayBeDone`)
 */
function findStored<A extends StreamAppend>(database: Database, together: readonly A[]): Promise<ReadonlySet<A>> {
  const { values, size } = valuesOf(together);
  const within = WITHIN + size / CHARACTERS_A_MILLISECOND;
  return retryUntilKnown(async (lost) => {
    const rows = await database.query<{ id: string }>(APPEND, values, { name: 'append', within });
    const moved = new Set(rows.map(({ id }) => id));
    const stored = new Set(together.filter(({ stream }) => moved.has(stream)));
    if (lost) {
      for (const one of together) if (!stored.has(one) && (await wasStored(database, one, lost))) stored.add(one);
    }
    return stored;
  });
}

/** @throws StoreError `lost`, if the deciding rows were pruned meanwhile */
async function wasStored(
  database: Database,
  { stream, onTopOf, batch }: StreamAppend,
  lost: StoreError,
): Promise<boolean> {
  const [row] = await database.query<{ pruned: string; batch: string | null }>(FATE, [stream, onTopOf.version + 1]);
  if (row?.batch === null && Number(row.pruned) > onTopOf.version) throw lost;
  return row?.batch === batch;
}

/** And how many characters that is. @throws Error if it is more than can be sent */
function valuesOf(together: readonly StreamAppend[]): { readonly values: readonly unknown[]; readonly size: number } {
  const given = {
    stream: [] as string[],
    known: [] as number[],
    batch: [] as (string | undefined)[],
    next: [] as number[],
  };
  const changes = { stream: [] as string[], version: [] as number[], batch: [] as string[], entry: [] as string[] };
  const removed = { stream: [] as string[], collection: [] as string[], id: [] as string[] };
  const written = { ...removed, stream: [] as string[], collection: [] as string[], id: [] as string[] };
  const [place, body] = [[] as number[], [] as string[]];
  let size = 0;
  for (const { stream, onTopOf, batch, steps } of together) {
    given.stream.push(stream);
    given.known.push(onTopOf.version);
    given.batch.push(onTopOf.batch);
    given.next.push(onTopOf.version + steps.length);
    for (const [index, step] of steps.entries()) {
      changes.stream.push(stream);
      changes.version.push(onTopOf.version + 1 + index);
      changes.batch.push(batch);
      size += changes.entry[changes.entry.push(entryToRow(step)) - 1]?.length ?? 0;
    }
    for (const { collection, id, is } of lastEdits(steps)) {
      const list = is ? written : removed;
      list.stream.push(stream);
      list.collection.push(toPostgresKey(collection));
      list.id.push(toPostgresKey(id));
      if (!is) continue;
      place.push(is.place);
      size += body[body.push(stringifyJson(is.record)) - 1]?.length ?? 0;
    }
  }
  if (size > MOST) throw new Error(`a change of ${size} characters is too large to be stored`);
  return { values: [given, changes, removed, written].flatMap(Object.values<unknown>).concat([place, body]), size };
}

/** The last edit of each record. */
function lastEdits(steps: readonly LogStep[]): Iterable<LogStep['change'][number]> {
  const last = new Map<string, LogStep['change'][number]>();
  for (const edit of steps.flatMap(({ change }) => change)) last.set(JSON.stringify([edit.collection, edit.id]), edit);
  return last.values();
}
