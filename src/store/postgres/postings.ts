// What each process has added last to tapes and ledgers: nothing is added twice, however late it is tried again.

import type { Database } from './database.ts';

/**
 * The beginning of a statement that adds something, with the writer and the number of that as its first values: `mine` has a row where it was not added before. Who tries the same again
 * while it is on its way waits for that.
 */
export const MINE = `
  with mine as (
    insert into understudy.posting as posting (writer, number) values ($1, $2)
    on conflict (writer) do update set number = excluded.number, used = now() where posting.number < excluded.number
    returning writer
  )`;

/** Forgets writers that have ended long ago: none of them tries again what it has tried for so long. */
export async function forgetWriters(database: Database): Promise<void> {
  await database.query(`delete from understudy.posting where used < now() - interval '1 day'`);
}
