// Shared coverage counters in PostgreSQL: a row per ledger, locked during additions, and a row per account.

import { UsageError } from '../../schema/usage-error.ts';
import { type CounterAccount, type LedgerPosting, type Ledgers, REST_LEDGER } from '../counter-ledger.ts';
import { isStoreError } from '../store-error.ts';
import type { Database } from './database.ts';
import { AT_ONE_MOMENT } from './load-stream.ts';
import { forgetWriters, POSTING_CHECK } from './postings.ts';
import { WITHOUT_FLUSH } from './request-logs.ts';

/** How many accounts are read at once. */
const READ = 500;

/** Adds to existing accounts: the first ones stay where there is no room for all. */
const ADDED = `
  on conflict (ledger, name) do update set
    total = account.total + excluded.total, most = excluded.most, meaning = excluded.meaning,
    counts = (
      select coalesce(jsonb_object_agg(name, count), '{}') from (
        select name, sum(count::bigint) as count from (
          select key, value, false from jsonb_each_text(account.counts)
          union all select key, value, true from jsonb_each_text(excluded.counts)
        ) as one (name, count, is_new) group by name order by bool_and(is_new), name limit excluded.most
      ) as summed
    ),
    marks = case
      when account.meaning = excluded.meaning and length(account.marks) = length(excluded.marks) then account.marks | excluded.marks
      else excluded.marks end`;

const ADD = `
  ${POSTING_CHECK}, opened as (
    insert into understudy.ledger as ledger (name, cleared)
    select name, cleared from unnest($3::text[], $4::bigint[]) as given (name, cleared) where exists (select from mine) order by name
    on conflict (name) do update set cleared = excluded.cleared, used = now() where ledger.cleared <= excluded.cleared
    returning name
  ), added as (
    insert into understudy.account as account (ledger, name, total, counts, most, marks, meaning)
    select given.* from unnest($5::text[], $6::text[], $7::bigint[], $8::jsonb[], $9::int[], $10::varbit[], $11::text[])
      as given (ledger, name, total, counts, most, marks, meaning)
    join opened on opened.name = given.ledger order by given.ledger, given.name
    ${ADDED}
  )
  select name from opened, ${WITHOUT_FLUSH}`;

/** Moves the accounts of a ledger to the rest. */
const end = (ended: string) => `
  with ended as (${ended} returning name), moved as (
    delete from understudy.account using ended where ledger = ended.name
    returning account.name, total, counts, most, marks, meaning
  )
  insert into understudy.account as account (ledger, name, total, counts, most, marks, meaning)
  select '${REST_LEDGER}', moved.* from moved order by name
  ${ADDED}`;

const END = end('update understudy.ledger set used = now() where name = $1');
/** Until then, late additions to an ended ledger are in it, and its number of clears is known. */
const END_LATE = end('delete from understudy.ledger where name = $1');

interface Row extends Omit<CounterAccount, 'total'> {
  readonly ledger: string;
  /** A bigint. */
  readonly total: string;
}

export function createLedgers(database: Database): Ledgers {
  return {
    async add(postings, { writer, number }) {
      if (number === 1) await forgetWriters(database);
      const values = [writer, number, ...columnsOf(postings)];
      const rows = await database.query<{ name: string }>(ADD, values, { name: 'ledger' }).catch(rejectNonsense);
      return new Set(rows.map(({ name }) => name));
    },
    async cleared(ledgers) {
      const rows = await database.query<{ name: string; cleared: string }>(
        'select name, cleared from understudy.ledger where name = any($1)',
        [ledgers],
      );
      return new Map(rows.map(({ name, cleared }) => [name, Number(cleared)]));
    },
    read: (ledgers, take) =>
      // Otherwise accounts could be moved after the rest was read.
      database.transaction(async (query) => {
        let last: Pick<Row, 'ledger' | 'name'> | undefined = { ledger: '', name: '' };
        while (last) {
          const rows: readonly Row[] = await query<Row>(
            `select ledger, name, total, counts, most, marks::text as marks, meaning from understudy.account
              where (ledger, name) > ($1, $2) and ($3::text[] is null or ledger = any($3))
              order by ledger, name limit ${READ}`,
            [last.ledger, last.name, ledgers],
          );
          await take(rows.map(readAccount));
          last = rows.length < READ ? undefined : rows.at(-1);
        }
      }, AT_ONE_MOMENT),
    async clear(ledgers, all) {
      const rows = await database.transaction(async (query) => {
        // Concurrent additions run before or after all of it. Locked rows would not be enough: an addition that
        // opens a ledger meanwhile holds its row and waits for one of these.
        if (all) await query('lock table understudy.ledger in share row exclusive mode');
        const cleared = await query<{ name: string; cleared: string }>(
          `insert into understudy.ledger as ledger (name, cleared)
            select name, known + 1 from unnest($1::text[], $2::bigint[]) as given (name, known) order by name
            on conflict (name) do update set cleared = greatest(ledger.cleared + 1, excluded.cleared), used = now()
            returning name, cleared`,
          [[...ledgers.keys()], [...ledgers.values()]],
        );
        const names = cleared.map(({ name }) => name);
        if (all)
          await query('update understudy.ledger set cleared = cleared + 1, used = now() where not name = any($1)', [
            names,
          ]);
        if (all) await query('delete from understudy.account');
        else await query('delete from understudy.account where ledger = any($1)', [names]);
        return cleared;
      });
      return new Map(rows.map(({ name, cleared }) => [name, Number(cleared)]));
    },
    async end(gone, there) {
      for (const name of gone) await database.query(END, [name]);
      const late = await database.query<{ name: string }>(
        `select name from understudy.ledger where not name = any($1) and used < now() - interval '1 hour'`,
        [[...there, REST_LEDGER]],
      );
      for (const { name } of late) await database.query(END_LATE, [name]);
    },
  };
}

function readAccount({ ledger: _, total, ...account }: Row): CounterAccount {
  const counts: unknown = account.counts;
  const isRead = typeof counts === 'object' && counts !== null && Object.values(counts).every(Number.isSafeInteger);
  if (!isRead) throw new UsageError(NONSENSE);
  return { ...account, total: Number(total) };
}

/** Values of another type cannot be counted (SQLSTATE, class 22). */
function rejectNonsense(error: unknown): never {
  throw isStoreError(error, 'database') && error.code?.startsWith('22') ? new UsageError(NONSENSE) : error;
}

const NONSENSE =
  'rows of understudy.account were changed by another program; reset them with DELETE /_understudy/coverage?sandboxes=all';

function columnsOf(postings: readonly LedgerPosting[]): readonly unknown[] {
  const rows = postings.flatMap(({ ledger, accounts }) => accounts.map((account) => ({ ...account, ledger })));
  return [
    postings.map(({ ledger }) => ledger),
    postings.map(({ cleared }) => cleared),
    rows.map(({ ledger }) => ledger),
    rows.map(({ name }) => name),
    rows.map(({ total }) => total),
    rows.map(({ counts }) => JSON.stringify(counts)),
    rows.map(({ most }) => most),
    rows.map(({ marks }) => marks),
    rows.map(({ meaning }) => meaning),
  ];
}
