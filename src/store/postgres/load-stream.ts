// Reads the content of a stream at one moment.

import { UsageError } from '../../schema/usage-error.ts';
import { MAX_UNDO, type ProblemOf, type StoredRecordLists } from '../log/store-log.ts';
import type { Database, Query } from './database.ts';
import { toPostgresKey } from './postgres-key.ts';
import { readEntry, readRecords, type StoredRecordRow } from './rows.ts';
import type { KnownVersion } from './stream-polling.ts';

/** The name of a stream, and the check of its records. */
export interface DescribedStream {
  readonly name: string;
  readonly problemOf: ProblemOf;
}

/** A stream as it is. */
export interface LoadedStream extends KnownVersion {
  readonly stream: string;
  readonly whole: StoredRecordLists;
  readonly entries: readonly ReturnType<typeof readEntry>[];
}

/**
 * Loads a stream by name; undefined if nothing was ever stored.
 *
 * @param fresh - whether only its version is needed. Default false
 * @throws StoreError `database`
 * @throws UsageError for invalid content
 */
export async function loadStream(
  database: Database,
  { name, problemOf }: DescribedStream,
  fresh = false,
): Promise<LoadedStream | undefined> {
  if (fresh) await mendVersion(database, name);
  const found = await database.transaction((query) => streamRows(query, toPostgresKey(name), fresh), AT_ONE_MOMENT);
  return found && parseStream(found, { name, problemOf }, database.where);
}

const MEND = 'Fix the row, or reset to the fixtures with --fresh.';

/** Needed by a process that replaces the state because of it. */
async function mendVersion(database: Database, name: string): Promise<void> {
  await database.query(
    `update understudy.stream set version = 0 where name = $1 and version not between 0 and ${Number.MAX_SAFE_INTEGER}`,
    [toPostgresKey(name)],
  );
}

/** A transaction that sees everything as it was when it began. */
export const AT_ONE_MOMENT = 'isolation level repeatable read read only';

interface Rows {
  readonly stream: StreamRow;
  readonly records: readonly StoredRecordRow[];
  readonly changes: readonly { readonly version: string; readonly entry: unknown }[];
}

/** @param key - of the name of the stream */
export async function streamRows(query: Query, key: string, fresh = false): Promise<Rows | undefined> {
  const [stream] = await query<StreamRow>(
    `select id, stream.version, replaced, collections, batch, exists (
        select from understudy.change where change.stream = stream.id and change.version > stream.version
      ) as "isAhead" from understudy.stream
      left join understudy.change on change.stream = stream.id and change.version = stream.version where name = $1`,
    [key],
  );
  if (!stream) return undefined;
  if (fresh) return { stream: { ...stream, isAhead: false, collections: [] }, records: [], changes: [] };
  const records = await query<StoredRecordRow>(
    'select collection, id, place, body from understudy.record where stream = $1 order by collection, place',
    [stream.id],
  );
  const changes = await query<{ version: string; entry: unknown }>(
    `select version, entry from understudy.change
      where stream = $1 and version > greatest($2::bigint, $3::bigint) order by version`,
    [stream.id, stream.replaced, Number(stream.version) - MAX_UNDO],
  );
  return { stream, records, changes };
}

/** @throws UsageError for invalid content */
export function parseStream(
  { stream, records, changes }: Rows,
  { name, problemOf }: DescribedStream,
  where: string,
): LoadedStream {
  const version = Number(stream.version);
  try {
    if (!Number.isSafeInteger(version) || version < 0)
      throw new UsageError(`its version ${stream.version} is not a valid number`);
    if (stream.isAhead) throw new UsageError(`there are changes after its version ${version}`);
    // Only those without a gap before this version: rows may have been deleted.
    const gap = changes.findLastIndex((row, index) => Number(row.version) !== version - changes.length + 1 + index);
    const entries = changes.slice(gap + 1).map((row) => readEntry(Number(row.version), row.entry, problemOf));
    const batch = stream.batch ?? undefined;
    return { stream: stream.id, version, batch, whole: readRecords(stream.collections, records, problemOf), entries };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`the stream ${name} has invalid data, ${where}: ${error.message}. ${MEND}`);
  }
}

interface StreamRow {
  readonly id: string;
  readonly version: string;
  readonly replaced: string;
  readonly collections: unknown;
  /** Whether there are changes after its version. */
  readonly isAhead: boolean;
  /** Of its version; null if that row was deleted. */
  readonly batch: string | null;
}
