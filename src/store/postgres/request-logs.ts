// Shared request logs in PostgreSQL: a row per log, locked during additions, so numbers become visible in order.

import type {
  LogBatch,
  LoggedText,
  RequestLogEnd,
  RequestLogLimits,
  SharedRequestLogs,
} from '../shared-request-log.ts';
import type { Database } from './database.ts';
import { forgetWriters, POSTING_CHECK } from './postings.ts';

/** How many texts are read at once, and how many of too many are removed at once. */
const [READ, PIECE] = [100, 200];
/** A size check of all logs follows after this part of the limit was written. */
const LOOK_AFTER = 16;

/**
 * Request logs may be lost with the database, so no flush is needed, unlike for changes. Evaluated at the end of a
 * statement, so it applies to this one only.
 */
export const WITHOUT_FLUSH = "(select set_config('synchronous_commit', 'off', true)) as soon";

const ADD = `
  ${POSTING_CHECK}, given as (
    select * from unnest($3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
      as given (name, cleared, behind, count, bytes)
    where exists (select from mine)
  ), moved as (
    insert into understudy.request_log as request_log (name, newest, cleared, cleared_to, bytes)
    select name, behind + count, cleared, behind, bytes from given order by name
    on conflict (name) do update set
      newest = greatest(request_log.newest, excluded.cleared_to) + excluded.newest - excluded.cleared_to, bytes = request_log.bytes + excluded.bytes, used = now(),
      cleared = excluded.cleared where request_log.cleared <= excluded.cleared
    returning name, newest
  ), added as (
    insert into understudy.request (log, number, body)
    select moved.name, moved.newest - given.count + text.at, text.body
    from unnest($8::text[], $9::bigint[], $10::json[]) as text (log, at, body)
    join moved on moved.name = text.log join given on given.name = moved.name
  )
  select name, newest from moved, ${WITHOUT_FLUSH}`;

/**
 * Removes the oldest texts of logs that are too large. Removals lock their log first, so no two of them wait for each
 * other.
 */
const FORGET = `
  with held as (
    select name from understudy.request_log where name = any($1) order by name for update
  ), due as (
    select name, upto from unnest($1::text[], $2::bigint[]) as due (name, upto) join held using (name)
  ), old as (
    delete from understudy.request using due
    where request.log = due.name and request.number <= due.upto returning request.log, octet_length(request.body::text) as bytes
  ), sums as (select log, sum(bytes) as bytes from old group by log order by log)
  update understudy.request_log set bytes = request_log.bytes - sums.bytes from sums, ${WITHOUT_FLUSH} where request_log.name = sums.log`;

/** Removes the oldest texts of the largest log, if all together are too large. */
const MAKE_ROOM = `
  with largest as (
    select name, (select sum(bytes) from understudy.request_log) - $1 as excess
    from understudy.request_log order by bytes desc limit 1 for update
  ), oldest as (
    select request.log, number, octet_length(body::text) as bytes from understudy.request join largest on largest.name = log
    where excess > 0 order by number limit ${PIECE}
  ), due as (
    select *, sum(bytes) over (order by number) - bytes as before from oldest
  ), old as (
    delete from understudy.request using due, largest
    where request.log = due.log and request.number = due.number and due.before < excess returning due.bytes
  )
  update understudy.request_log set bytes = request_log.bytes - (select sum(bytes) from old) from largest, ${WITHOUT_FLUSH}
  where request_log.name = largest.name and exists (select from old) returning request_log.name`;

const CLEAR = `
  insert into understudy.request_log as request_log (name, newest, cleared, bytes) values ($1, 0, $2, 0)
  on conflict (name) do update set
    cleared = greatest(request_log.cleared, excluded.cleared), cleared_to = request_log.newest, bytes = 0, used = now()`;

/** A statement of its own, after one that waits for concurrent additions, which it would not see. */
const TAKE_AWAY = 'delete from understudy.request where log = any($1)';

export function createRequestLogs(database: Database, { texts: most, bytes }: RequestLogLimits): SharedRequestLogs {
  let written = 0;

  async function makeRoom(): Promise<void> {
    if (written < bytes / LOOK_AFTER) return;
    written = 0;
    while ((await database.query(MAKE_ROOM, [bytes])).length > 0);
  }

  return {
    async add(recordings, { writer, number }) {
      if (number === 1) await forgetWriters(database);
      const moved = await database.query<{ name: string; newest: string }>(
        ADD,
        [writer, number, ...columnsOf(recordings)],
        { name: 'request log' },
      );
      for (const { texts } of recordings) for (const text of texts) written += Buffer.byteLength(text);
      const full = moved.filter(({ newest }) => Number(newest) > most);
      if (full.length > 0)
        await database.query(FORGET, [full.map(({ name }) => name), full.map(({ newest }) => Number(newest) - most)]);
      await makeRoom();
      return new Set(moved.map(({ name }) => name));
    },
    async ends(logs) {
      const rows = await database.query<{ name: string; newest: string; to: string; cleared: string }>(
        'select name, newest, cleared_to as to, cleared from understudy.request_log where name = any($1)',
        [logs],
        { name: 'ends' },
      );
      return new Map(
        rows.map(({ name, newest, to, cleared }): [string, RequestLogEnd] => [
          name,
          { newest: Number(newest), clearedTo: Number(to), cleared: Number(cleared) },
        ]),
      );
    },
    async after(log, number) {
      const rows = await database.query<{ number: string; text: string }>(
        `select number, body::text as text from understudy.request where log = $1 and number > $2 order by number limit ${READ}`,
        [log, number],
        { name: 'requests' },
      );
      return rows.map((row): LoggedText => ({ number: Number(row.number), text: row.text }));
    },
    async clear(log, cleared) {
      await database.transaction(async (query) => {
        await query(CLEAR, [log, cleared]);
        await query(TAKE_AWAY, [[log]]);
      });
    },
    async remove(logs) {
      await database.transaction(async (query) => {
        await query('delete from understudy.request_log where name = any($1)', [logs]);
        await query(TAKE_AWAY, [logs]);
      });
    },
    async keepOnly(logs) {
      await database.query(
        `with old as (
          delete from understudy.request_log where not name = any($1) and used < now() - interval '1 hour' returning name
        ) delete from understudy.request using old where log = old.name`,
        [logs],
      );
    },
  };
}

function columnsOf(recordings: readonly LogBatch[]): readonly unknown[] {
  const given = recordings.map(({ log, cleared, behind, texts }) => {
    return {
      log,
      cleared,
      behind,
      count: texts.length,
      bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    };
  });
  const rows = recordings.flatMap(({ log, texts }) => texts.map((text, index) => ({ log, at: index + 1, text })));
  return [
    given.map(({ log }) => log),
    given.map(({ cleared }) => cleared),
    given.map(({ behind }) => behind),
    given.map(({ count }) => count),
    given.map(({ bytes }) => bytes),
    rows.map(({ log }) => log),
    rows.map(({ at }) => at),
    rows.map(({ text }) => text),
  ];
}
