// Removes unneeded rows in pieces: old changes, and removed streams.

import { MAX_UNDO } from '../log/store-log.ts';
import type { Database } from './database.ts';

/** How many rows are removed in one transaction. */
const PIECE = 1000;

/** Removes some changes of a stream that are too old to be undone; nothing while another replica does so. */
const PRUNE = `
  with due as (
    select id, pruned, least(pruned + ${PIECE}, version - ${MAX_UNDO}) as upto from understudy.stream
    where id = $1 and version - pruned >= ${MAX_UNDO + PIECE} for update skip locked
  ), removed as (
    delete from understudy.change using due
    where change.stream = due.id and change.version > due.pruned and change.version <= due.upto
  )
  update understudy.stream set pruned = due.upto from due where stream.id = due.id`;

/** Number of streams whose last cleaning is remembered; others are cleaned whenever a piece is full. */
const MOST_LOOKED = 10_000;

export interface Cleaning {
  /** Reports that a stream has reached a version. */
  grown(stream: string, version: number): void;
  /** Removes the rows of removed streams. */
  sweep(): Promise<void>;
  /** Resolves when running work has ended. */
  close(): Promise<void>;
}

export function createCleaning(database: Database): Cleaning {
  const due = new Set<string>();
  const looked = new Map<string, number>();
  let pruning: Promise<void> | undefined;
  let isClosed = false;

  function remember(stream: string, version: number): void {
    looked.delete(stream);
    looked.set(stream, version);
    const [oldest = stream] = looked.keys();
    if (looked.size > MOST_LOOKED) looked.delete(oldest);
  }

  async function prune(): Promise<void> {
    for (const stream of due) {
      due.delete(stream);
      // The next attempt follows after as many changes.
      if (!isClosed) await database.query(PRUNE, [stream]).catch(() => undefined);
    }
    pruning = undefined;
  }

  async function removeRows(stream: string): Promise<void> {
    for (const table of ['record', 'change']) {
      for (let isMore = true; isMore && !isClosed; ) {
        const removed = await database.query(
          `delete from understudy.${table} where ctid = any(array(
            select ctid from understudy.${table} where stream = $1 limit ${PIECE})) returning 1`,
          [stream],
        );
        isMore = removed.length === PIECE;
      }
    }
    if (!isClosed) await database.query('delete from understudy.gone where stream = $1', [stream]);
  }

  return {
    grown(stream, version) {
      const last = looked.get(stream) ?? version - (version % PIECE);
      if (version - last < PIECE) {
        remember(stream, last);
        return;
      }
      remember(stream, version);
      due.add(stream);
      pruning ??= prune();
    },
    async sweep() {
      const gone = await database.query<{ stream: string }>('select stream from understudy.gone');
      for (const { stream } of gone) await removeRows(stream);
    },
    async close() {
      isClosed = true;
      await pruning;
    },
  };
}
