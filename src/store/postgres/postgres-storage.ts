// PostgreSQL as shared storage of logs, loaded on demand.

import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { UsageError } from '../../schema/usage-error.ts';
import type { SharedStorage } from '../log/store-log.ts';
import { isStoreError } from '../store-error.ts';
import { createAppends } from './appends.ts';
import { createCleaning } from './cleanup.ts';
import type { Database } from './database.ts';
import { createDatabase } from './database.ts';
import { prepareLayout } from './layout.ts';
import { createLedgers } from './ledgers.ts';
import { Notifications } from './notifications.ts';
import { toPostgresKey } from './postgres-key.ts';
import { createRequestLogs } from './request-logs.ts';
import { StreamLog } from './stream-log.ts';
import { createStreamPolling, type StreamFollower } from './stream-polling.ts';

/**
 * Opens a database as shared storage, and creates its tables if they are missing.
 *
 * @param url - as `pg` reads it: `postgres://user:password@host:5432/database?sslmode=require`; the host may be the
 * folder of a socket, as `?host=/var/run/postgresql`
 * @throws UsageError if it cannot be used, with advice
 */
export async function openPostgresPlace(url: string): Promise<SharedStorage> {
  const database = createDatabase(url);
  try {
    await prepareLayout(database);
  } catch (error) {
    await database.close();
    throw isStoreError(error, 'database') ? new UsageError(`The state cannot be stored: ${error.message}`) : error;
  }
  const processId = `${hostname()} ${process.pid} ${randomUUID()}`;
  const followers = new Set<StreamFollower>();
  const poll = createStreamPolling(database);
  const presentListeners: (() => void)[] = [];
  const notifications = new Notifications({
    database,
    poll,
    followers,
    first: presenceOf(processId),
    onListening() {
      for (const listener of presentListeners) listener();
    },
  });
  const cleaning = createCleaning(database);
  const append = createAppends(database);
  const lossListeners: ((sentence: string) => void)[] = [];
  const lost = (sentence: string) => {
    for (const listener of lossListeners) listener(sentence);
  };
  const changed = (stream: string, version: number) => {
    notifications.send([stream]);
    cleaning.grown(stream, version);
  };
  let sweeping = cleaning.sweep().catch(() => undefined);
  return {
    kind: 'shared',
    where: database.where,
    log: (name, isLasting = false, problemOf = () => undefined) =>
      new StreamLog({ name, isLasting, problemOf }, { database, append, poll, changed, lost, followers }),
    async remove(stream, id) {
      const taken = await database.query<{ stream: string }>(
        `with taken as (delete from understudy.stream where name = $1 and id = coalesce($2::bigint, id) returning id)
          insert into understudy.gone select id from taken returning stream`,
        [toPostgresKey(stream), id ?? null],
      );
      notifications.send(taken.map((row) => row.stream));
      // The rest is slow. Failures are repeated at the next start.
      sweeping = sweeping.then(() => cleaning.sweep()).catch(() => undefined);
    },
    async ids(names) {
      const streams = new Map(names.map((name) => [toPostgresKey(name), name]));
      const found = await database.query<{ name: string; id: string }>(
        'select name, id from understudy.stream where name = any($1)',
        [[...streams.keys()]],
      );
      return new Map(found.map(({ name, id }) => [streams.get(name) ?? name, id]));
    },
    processId,
    async living(ids) {
      await notifications.listening;
      return livingAmong(database, ids, processId);
    },
    onPresent: (listener) => void presentListeners.push(listener),
    onLost: (listener) => void lossListeners.push(listener),
    requestLogs: (limits) => createRequestLogs(database, limits),
    ledgers: () => createLedgers(database),
    async close() {
      await notifications.close();
      await cleaning.close();
      await sweeping;
      await database.close();
    },
  };
}

/** The class of these locks: the first bytes of the SHA-256 of `understudy presence`. */
const CLASS = keyOf('understudy presence');

/** The first statement of a connection: one that disappears silently is noticed after a minute. */
function presenceOf(id: string): readonly string[] {
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
async function livingAmong(database: Database, ids: readonly string[], me: string): Promise<readonly string[]> {
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
