// The last addition of each process: repeated ones are ignored.

import type { Database } from './database.ts';

/**
 * The beginning of an idempotent statement, with writer and number as its first values: `mine` has a row if this was
 * not added before. A concurrent repetition waits.
 */
export const POSTING_CHECK = `
  with mine as (
    insert into understudy.posting as posting (writer, number) values ($1, $2)
    on conflict (writer) do update set number = excluded.number, used = now() where posting.number < excluded.number
    returning writer
  )`;

/** Removes writers that ended long ago: none of them repeats an addition after such a time. */
export async function forgetWriters(database: Database): Promise<void> {
  await database.query(`delete from understudy.posting where used < now() - interval '1 day'`);
}
