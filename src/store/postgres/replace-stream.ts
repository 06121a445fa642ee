// Replaces the content of a stream.

import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { WholeState } from '../log/store-log.ts';
import type { Database, Query } from './database.ts';
import { toPostgresKey } from './postgres-key.ts';
import { retryUntilKnown } from './retry-until-known.ts';
import type { KnownVersion } from './stream-polling.ts';

/** The new content. */
interface StreamReplacement {
  readonly name: string;
  /** Undefined if nothing was ever stored. */
  readonly stream: string | undefined;
  readonly onTopOf: KnownVersion;
  readonly batch: string;
  readonly whole: WholeState;
}

/** How many records are sent at once, and about how many characters. */
const MOST_ROWS = 1000;
const MOST_CHARACTERS = 4_000_000;

/**
 * Returns the stream, or undefined if another process was first. After a broken connection it is repeated: see
 * `createAppends`.
 *
 * @throws StoreError `database` if nothing was replaced, or if that is unknown (`mayBeDone`)
 */
export function replaceStream(database: Database, replacement: StreamReplacement): Promise<string | undefined> {
  return retryUntilKnown((lost) =>
    database.transaction(
      async (query) =>
        (await replaceInTransaction(query, replacement)) ?? (lost && (await alreadyReplaced(query, replacement))),
    ),
  );
}

/** Returns the stream, or undefined if its version has changed. */
export async function replaceInTransaction(
  query: Query,
  { name, stream, onTopOf, batch, whole }: StreamReplacement,
): Promise<string | undefined> {
  const records = whole.records();
  const collections = JSON.stringify(Object.keys(records));
  const [row] =
    stream === undefined
      ? await query<{ id: string }>(
          `insert into understudy.stream (name, version, replaced, pruned, collections) values ($1, 0, 0, -1, $2)
            on conflict (name) do nothing returning id`,
          [toPostgresKey(name), collections],
        )
      : await query<{ id: string }>(
          `update understudy.stream set version = $2::bigint + 1, replaced = $2::bigint + 1, collections = $3
            where id = $1 and version = $2 and not exists (
              select from understudy.change where stream = $1 and version = $2 and batch <> $4::uuid
            ) returning id`,
          [stream, onTopOf.version, collections, onTopOf.batch],
        );
  if (!row) return undefined;
  await query('delete from understudy.record where stream = $1', [row.id]);
  // There are none, unless its version was set back by hand.
  await query('delete from understudy.change where stream = $1 and version > $2', [row.id, onTopOf.version]);
  await query('insert into understudy.change (stream, version, batch) values ($1, $2, $3)', [
    row.id,
    onTopOf.version + 1,
    batch,
  ]);
  for (const [keys, ids, places, bodies] of portions(whole)) {
    await query(
      `insert into understudy.record (stream, collection, id, place, body)
        select $1, * from unnest($2::text[], $3::text[], $4::double precision[], $5::json[])`,
      [row.id, keys, ids, places, bodies],
    );
  }
  return row.id;
}

async function alreadyReplaced(query: Query, { name, onTopOf, batch }: StreamReplacement): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(
    `select stream.id from understudy.stream join understudy.change on change.stream = stream.id
      where stream.name = $1 and change.version = $2 and change.batch = $3`,
    [toPostgresKey(name), onTopOf.version + 1, batch],
  );
  return row?.id;
}

type Portion = readonly [keys: string[], ids: string[], places: number[], bodies: string[]];

function* portions(whole: WholeState): Generator<Portion> {
  const places = whole.places();
  let portion: Portion = [[], [], [], []];
  let size = 0;
  for (const [name, records] of Object.entries(whole.records())) {
    for (const [index, record] of records.entries()) {
      const body = stringifyJson(record);
      const [keys, ids, at, bodies] = portion;
      keys.push(toPostgresKey(name));
      ids.push(toPostgresKey(record.id));
      at.push(places[name]?.[index] ?? index);
      bodies.push(body);
      size += body.length;
      if (keys.length < MOST_ROWS && size < MOST_CHARACTERS) continue;
      yield portion;
      portion = [[], [], [], []];
      size = 0;
    }
  }
  if (portion[0].length > 0) yield portion;
}
