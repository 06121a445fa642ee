// Reads the content of a stream at one moment.

import { UsageError } from '../../schema/usage-error.ts';
import { type Entry, MAX_UNDO, type NewEntries, type ProblemOf, type StoredRecordLists } from '../log/store-log.ts';
import type { Database, Query } from './database.ts';
import { toPostgresKey } from './postgres-key.ts';
import { readEntry, readRecords, type StoredRecordRow } from './rows.ts';
import type { KnownVersion, StreamResult } from './stream-polling.ts';

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

/** Pause after invalid content: a multiple of the time that it took, and the maximum in milliseconds. */
const [PAUSE_FOR_EACH, LONGEST_PAUSE] = [10, 60_000];

/** As `loadStream`; after invalid content, callers get the same error for a while. */
export function createStreamReader(
  database: Database,
  described: DescribedStream,
): () => Promise<LoadedStream | undefined> {
  let nonsense: { readonly error: UsageError; readonly until: number } | undefined;
  return async () => {
    const began = performance.now();
    if (nonsense && began < nonsense.until) throw nonsense.error;
    nonsense = undefined;
    try {
      return await loadStream(database, described);
    } catch (error) {
      const now = performance.now();
      const pause = Math.min(LONGEST_PAUSE, PAUSE_FOR_EACH * (now - began));
      if (error instanceof UsageError) nonsense = { error, until: now + pause };
      throw error;
    }
  };
}

/** The news for a store, and the batch of the newest entry. */
export interface StreamNews {
  readonly newer: NewEntries;
  readonly batch: string | undefined;
}

/** The entries after a version, and perhaps earlier ones; undefined if some are missing. */
export function entriesAfter(
  known: KnownVersion,
  { version, newer }: Extract<StreamResult, { is: 'there' }>,
  problemOf: ProblemOf,
): StreamNews | undefined {
  const first = version - newer.length + 1;
  const isWhole = first <= known.version + 1 && newer.every((row, index) => row.version === first + index);
  if (!isWhole) return undefined;
  const entries = newer.map((row): Entry => readEntry(row.version, row.entry, problemOf));
  return { newer: { version, entries }, batch: newer.at(-1)?.batch };
}

/** The whole content, for a store that knows nothing before it. */
export function wholeStreamNews({ version, batch, whole, entries }: LoadedStream): StreamNews {
  return { newer: { version, entries, replaced: whole }, batch };
}

/** The whole content, which replaces newer knowledge. */
export function streamReset(found: LoadedStream): StreamNews {
  const { newer, batch } = wholeStreamNews(found);
  return { newer: { ...newer, isSetBack: true }, batch };
}
