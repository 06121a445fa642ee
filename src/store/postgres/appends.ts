// Appends of all streams: those that come together share one transaction. Whether one was kept is found out, however the connection ends.

import type { Step } from '../log/log.ts';
import type { Database } from './database.ts';
import { keyOf } from './key.ts';
import type { Known } from './questions.ts';
import { writtenEntry } from './rows.ts';
import type { Trouble } from './trouble.ts';
import { UnknownFateError, untilKnown } from './until-known.ts';

/** What one stream is to keep. */
export interface Append {
  readonly stream: string;
  readonly onTopOf: Known;
  /** By which it is known again. */
  readonly batch: string;
  readonly steps: readonly Step[];
}

/** Somebody else was first, or what it was made on top of is not there (any more): nothing was kept. */
export type Fate = 'kept' | 'behind';

/** How many transactions are under way at a time: while one is being flushed, the next ones come together. */
const WRITERS = 2;

/** How many characters are sent at once, at most: PostgreSQL takes no more than 1 GB. */
const MOST = 200_000_000;

/** How long one may take at least, in milliseconds, and how many characters more for each further one: clients wait for it, and a server may be gone without a word. */
const [WITHIN, CHARACTERS_A_MILLISECOND] = [10_000, 10_000];

/**
 * One statement, and so one transaction and one way to the database and back. A stream whose version is not the one that was known is left as it is; and one where that number is
 * something else's, since the database came back with less than it had acknowledged. Streams are locked in one order, so that no two replicas wait for each other.
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
  ), kept as (
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

interface Waiting extends Append {
  resolve(fate: Fate): void;
  reject(error: unknown): void;
}

/** Keeps what streams append. */
export function createAppends(database: Database): (append: Append) => Promise<Fate> {
  const waiting: Waiting[] = [];
  let writers = 0;

  async function write(): Promise<void> {
    writers += 1;
    while (waiting.length > 0) await keep(waiting.splice(0));
    writers -= 1;
  }

  async function keep(together: readonly Waiting[]): Promise<void> {
    try {
      const kept = await keptOf(database, together);
      for (const one of together) one.resolve(kept.has(one) ? 'kept' : 'behind');
    } catch (error) {
      // One of them may be too much for the database, or its stream locked: the others are none the worse for it.
      if (together.length > 1 && !(error instanceof UnknownFateError)) for (const one of together) await keep([one]);
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
 * Which of some appends were kept. After a connection ended in the middle, the same is asked again: if it was kept, the version has gone on, and the change there is known by its batch; if it
 * is still on its way, whoever comes first wins, and the other one finds the version gone on.
 *
 * @throws Trouble if none of them was kept
 * @throws UnknownFateError
 */
function keptOf<A extends Append>(database: Database, together: readonly A[]): Promise<ReadonlySet<A>> {
  const { values, size } = valuesOf(together);
  const within = WITHIN + size / CHARACTERS_A_MILLISECOND;
  return untilKnown(async (lost) => {
    const rows = await database.query<{ id: string }>(APPEND, values, { name: 'append', within });
    const moved = new Set(rows.map(({ id }) => id));
    const kept = new Set(together.filter(({ stream }) => moved.has(stream)));
    if (lost) {
      for (const one of together) if (!kept.has(one) && (await wasKept(database, one, lost))) kept.add(one);
    }
    return kept;
  });
}

/** @throws UnknownFateError if what would tell it was pruned meanwhile */
async function wasKept(database: Database, { stream, onTopOf, batch }: Append, lost: Trouble): Promise<boolean> {
  const [row] = await database.query<{ pruned: string; batch: string | null }>(FATE, [stream, onTopOf.version + 1]);
  if (row?.batch === null && Number(row.pruned) > onTopOf.version) throw new UnknownFateError(lost);
  return row?.batch === batch;
}

/** And how many characters that is. @throws Error if it is more than can be sent */
function valuesOf(together: readonly Append[]): { readonly values: readonly unknown[]; readonly size: number } {
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
      size += changes.entry[changes.entry.push(writtenEntry(step)) - 1]?.length ?? 0;
    }
    for (const { collection, id, is } of lastEdits(steps)) {
      const list = is ? written : removed;
      list.stream.push(stream);
      list.collection.push(keyOf(collection));
      list.id.push(keyOf(id));
      if (!is) continue;
      place.push(is.place);
      size += body[body.push(JSON.stringify(is.record)) - 1]?.length ?? 0;
    }
  }
  if (size > MOST) throw new Error(`a change of ${size} characters is too large to be stored`);
  return { values: [given, changes, removed, written].flatMap(Object.values<unknown>).concat([place, body]), size };
}

/** What became of each record in the end. */
function lastEdits(steps: readonly Step[]): Iterable<Step['change'][number]> {
  const last = new Map<string, Step['change'][number]>();
  for (const edit of steps.flatMap(({ change }) => change)) last.set(JSON.stringify([edit.collection, edit.id]), edit);
  return last.values();
}
