// Lists records in pages, with versions and a text search.

import { createHash } from 'node:crypto';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { Identified } from '../../store/record.ts';
import type { StoreState } from '../../store/state.ts';
import type { RecordForm } from '../pipeline/api/record-form.ts';
import { waitForTurn } from '../pipeline/scheduling/work-queue.ts';

/** A listed record. */
interface RecordEntry {
  /** By which the store knows it. */
  readonly id: string;
  readonly version: string;
  /** In the format of fixtures. */
  readonly record: unknown;
}

/** Which records are wanted. */
interface RecordQuery {
  readonly collection: string;
  readonly limit: number;
  /** Only those after this position. Default: all */
  readonly after?: number | undefined;
  /** Only those that contain this text, case-insensitive. Default: all. */
  readonly q?: string | undefined;
}

/** How large a page may become before it ends, in bytes of JSON. */
export const PAGE_BYTES = 4 * 1024 * 1024;
/** Records that are processed before other requests continue. */
const TURN = 1000;

/** The version of a record: part of a digest. */
export function recordVersion(record: Identified): string {
  return digestOf(stringifyJson(record));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** A page of records, and the position of its last one if there are more. */
export async function recordPage(
  state: StoreState,
  { collection, limit, after, q }: RecordQuery,
  form: RecordForm,
): Promise<{ readonly records: readonly RecordEntry[]; readonly after?: number }> {
  const records: RecordEntry[] = [];
  const text = q?.toLowerCase();
  let last = after;
  let size = 0;
  let looked = 0;
  for (const [place, stored] of state.table(collection).placedAfter(after)) {
    looked += 1;
    if (looked % TURN === 0) await waitForTurn();
    const record = form.toFileForm(collection, stored);
    if (record === undefined || (text !== undefined && !holds(record, text) && !holds(stored.id, text))) continue;
    if (records.length === limit || (size > PAGE_BYTES && last !== undefined)) return { records, after: last ?? 0 };
    const json = stringifyJson(stored);
    size += Buffer.byteLength(json);
    records.push({ id: stored.id, version: digestOf(json), record });
    last = place;
  }
  return { records };
}

/** The number of visible records of a collection. */
export async function recordCount(state: StoreState, collection: string, form: RecordForm): Promise<number> {
  await waitForTurn();
  const table = state.table(collection);
  if (!form.hasTombstones(collection)) return table.size;
  let count = 0;
  for (const record of table.values()) if (form.toFileForm(collection, record) !== undefined) count += 1;
  return count;
}

/** Whether a value contains a text. @param text - in lower case */
function holds(value: unknown, text: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((one) => holds(one, text));
  return String(value).toLowerCase().includes(text);
}
