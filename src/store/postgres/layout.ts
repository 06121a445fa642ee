// The tables of the schema `understudy`, created and migrated at start.

import { UsageError } from '../../schema/usage-error.ts';
import type { Database } from './database.ts';

/**
 * The steps from each layout to the next: append only. All run in one transaction under a lock, so replicas may start
 * together.
 *
 * Records are `json` and not `jsonb`, which would sort their members and reject U+0000; the view `records` has them as
 * `jsonb` for queries, where possible.
 */
const LAYOUTS: readonly (readonly string[])[] = [
  [
    `create table understudy.stream (
      id bigint generated always as identity primary key,
      name text not null unique,
      version bigint not null,
      replaced bigint not null,
      pruned bigint not null,
      collections json not null
    )`,
    `comment on table understudy.stream is 'A store of a sandbox: its newest version, the version that replaced all records, and up to which version changes were removed'`,
    `create table understudy.change (
      stream bigint not null,
      version bigint not null,
      batch uuid not null,
      entry json,
      primary key (stream, version)
    )`,
    `comment on table understudy.change is 'What each version of a stream did; entry is null where all records were replaced, and batch is the same for those that were stored together'`,
    `create table understudy.record (
      stream bigint not null,
      collection text not null,
      id text not null,
      place double precision not null,
      body json not null,
      primary key (stream, collection, id)
    )`,
    `comment on table understudy.record is 'The records as they are, in the order of their place'`,
    'create table understudy.gone (stream bigint primary key)',
    `comment on table understudy.gone is 'Streams that were taken away, and whose rows are still to be removed'`,
    `create view understudy.records as
      select stream.name as stream, record.collection, record.id, record.place, record.body,
        case when record.body::text !~ '\\\\u(0000|d[89a-f])' then record.body::jsonb end as value
      from understudy.record join understudy.stream on stream.id = record.stream`,
    `create view understudy.changes as
      select stream.name as stream, change.version, change.batch,
        case when change.entry::text !~ '\\\\u(0000|d[89a-f])' then change.entry #>> '{origin,at}' end as at,
        case when change.entry::text !~ '\\\\u(0000|d[89a-f])' then change.entry #>> '{origin,operation}' end as operation,
        case when change.entry::text !~ '\\\\u(0000|d[89a-f])' then change.entry #>> '{origin,caller}' end as caller,
        change.entry -> 'change' as edits
      from understudy.change join understudy.stream on stream.id = change.stream`,
  ],
  [
    `create table understudy.request_log (
      name text primary key,
      newest bigint not null,
      cleared bigint not null,
      cleared_to bigint not null default 0,
      bytes bigint not null,
      batches uuid[] not null,
      used timestamptz not null default now()
    )`,
    `comment on table understudy.request_log is 'The recorded exchanges of a sandbox: the number of the newest one, how often they were cleared and up to which number, and the batches that came last'`,
    `create table understudy.request (
      log text not null,
      number bigint not null,
      body json not null,
      primary key (log, number)
    )`,
    `comment on table understudy.request is 'Recorded exchanges, the newest of each sandbox'`,
  ],
  [
    `create table understudy.ledger (
      name text primary key,
      cleared bigint not null,
      used timestamptz not null default now()
    )`,
    `comment on table understudy.ledger is 'The coverage of a sandbox: how often it was cleared, and when something was last counted'`,
    `create table understudy.account (
      ledger text not null,
      name text not null,
      total bigint not null,
      counts jsonb not null,
      most int not null,
      marks bit varying not null,
      meaning text not null,
      primary key (ledger, name)
    )`,
    `comment on table understudy.account is 'What requests have exercised of an operation in a sandbox, the empty name for those that are gone: how many came, how many answers had which status, and a bit for each point that was seen'`,
    `create table understudy.posting (
      writer uuid primary key,
      number bigint not null,
      used timestamptz not null default now()
    )`,
    `comment on table understudy.posting is 'The last thing that each replica added to ledgers, so that nothing is added twice'`,
  ],
  [
    // Processes of an older understudy write it until they end.
    `alter table understudy.request_log alter column batches set default '{}'`,
    `comment on column understudy.request_log.batches is 'Not used any more: understudy.posting tells what was added'`,
    `comment on table understudy.posting is 'The last thing that each replica added to tapes, and to ledgers, so that nothing is added twice'`,
    `comment on table understudy.request_log is 'The recorded exchanges of a sandbox: the number of the newest one, how often they were cleared and up to which number'`,
    // Rows that a simultaneous clear and remove left behind.
    `delete from understudy.request
      where not exists (select from understudy.request_log where name = request.log and cleared_to < request.number)`,
  ],
];

/** The oldest supported PostgreSQL. */
const OLDEST = 13;

/** The lock number: the first bytes of the SHA-256 of `understudy`. */
const LOCK = '6230713421908617';

/**
 * Creates or migrates the tables.
 *
 * @throws UsageError if the database is too old, has another encoding than UTF-8, or has the tables of a newer version
 */
export async function prepareLayout(database: Database): Promise<void> {
  await database.transaction(async (query) => {
    const [server] = await query<{ version: number; release: string; encoding: string; found: boolean }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_version') as release,
        current_setting('server_encoding') as encoding, to_regclass('understudy.layout') is not null as found`,
    );
    if (!server) throw new Error('the database did not report its version');
    if (server.version < OLDEST * 10_000)
      throw rejection(database, `it is PostgreSQL ${server.release}. Use PostgreSQL ${OLDEST} or newer.`);
    if (server.encoding !== 'UTF8')
      throw rejection(database, `its encoding is ${server.encoding}. Create it with the encoding UTF8.`);
    if (server.found && (await layoutOf(query)) === LAYOUTS.length) return;
    await query(`select pg_advisory_xact_lock(${LOCK})`);
    // Another process may have been faster.
    const [again] = await query<{ schema: boolean; layout: boolean }>(
      `select to_regnamespace('understudy') is not null as schema, to_regclass('understudy.layout') is not null as layout`,
    );
    if (!again?.schema) await query('create schema understudy');
    if (!again?.layout) await query('create table understudy.layout (version int not null)');
    const layout = await layoutOf(query);
    if (layout > LAYOUTS.length) {
      throw rejection(
        database,
        `its schema understudy has layout ${layout}, and this version of understudy supports layouts up to ${LAYOUTS.length}. Use the newer version of understudy, or another database.`,
      );
    }
    for (const statement of LAYOUTS.slice(layout).flat()) await query(statement);
    await query('delete from understudy.layout');
    await query('insert into understudy.layout values ($1)', [LAYOUTS.length]);
  });
}

type Query = Parameters<Parameters<Database['transaction']>[0]>[0];

async function layoutOf(query: Query): Promise<number> {
  const [row] = await query<{ version: number }>('select version from understudy.layout');
  return row?.version ?? 0;
}

function rejection({ where }: Database, reason: string): UsageError {
  return new UsageError(`The state cannot be stored in ${where}: ${reason}`);
}
