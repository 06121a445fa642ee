// Running processes: each holds a lock for as long as its connection lives.

import { createHash } from 'node:crypto';
import type { Database } from './database.ts';

/** The class of these locks: the first bytes of the SHA-256 of `understudy presence`. */
const CLASS = keyOf('understudy presence');

/** The first statement of a connection: one that disappears silently is noticed after a minute. */
export function presenceOf(id: string): readonly string[] {
  return [
    "select set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false), set_config('tcp_keepalives_count', '3', false)",
    `select pg_advisory_lock_shared(${CLASS}, ${keyOf(id)})`,
  ];
}

/**
 * The living ones of some processes.
 *
 * @param me - the caller. If the database does not show its lock, it shows none, and all may live
 */
export async function livingAmong(database: Database, ids: readonly string[], me: string): Promise<readonly string[]> {
  const rows = await database.query<{ key: string }>(
    `select objid::bigint as key from pg_locks where locktype = 'advisory' and granted and objsubid = 2
      and classid = $1::bigint::oid and database = (select oid from pg_database where datname = current_database())`,
    [CLASS >>> 0],
  );
  const there = new Set(rows.map(({ key }) => Number(key)));
  const isThere = (id: string) => there.has(keyOf(id) >>> 0);
  return isThere(me) ? ids.filter(isThere) : ids;
}

function keyOf(text: string): number {
  return createHash('sha256').update(text).digest().readInt32BE(0);
}
