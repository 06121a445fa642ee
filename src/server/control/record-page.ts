// Records of a collection as they are shown: with their versions, page by page, those that hold a text.

import { createHash } from 'node:crypto';
import type { Identified } from '../../store/record.ts';
import type { State } from '../../store/state.ts';
import type { RecordForm } from '../pipeline/api/record-form.ts';
import { nextTurn } from '../pipeline/scheduling/turn.ts';

/** A record that people see. */
export interface ListedRecord {
  /** By which the store knows it. */
  readonly id: string;
  readonly version: string;
  /** As it stands in a fixture file. */
  readonly record: unknown;
}

/** Which records are wanted. */
export interface Wanted {
  readonly collection: string;
  readonly limit: number;
  /** Only those after this place. Default: from the first on */
  readonly after?: number | undefined;
  /** Only those that hold this text, in capitals or not. Default: any. */
  readonly q?: string | undefined;
}

/** How large a page may become before it ends, in bytes of JSON. */
export const PAGE = 4 * 1024 * 1024;
/** How many records are looked at before others have their turn. */
const TURN = 1000;

/** The same as long as nobody changes a record: part of a digest of it. */
export function versionOf(record: Identified): string {
  return digestOf(JSON.stringify(record));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** Some records of a state, and the place of the last one where there are others after it. */
export async function recordPage(
  state: State,
  { collection, limit, after, q }: Wanted,
  form: RecordForm,
): Promise<{ readonly records: readonly ListedRecord[]; readonly after?: number }> {
  const records: ListedRecord[] = [];
  const text = q?.toLowerCase();
  let last = after;
  let size = 0;
  let looked = 0;
  for (const [place, kept] of state.table(collection).placedAfter(after)) {
    looked += 1;
    if (looked % TURN === 0) await nextTurn();
    const record = form.written(collection, kept);
    if (record === undefined || (text !== undefined && !holds(record, text) && !holds(kept.id, text))) continue;
    if (records.length === limit || (size > PAGE && last !== undefined)) return { records, after: last ?? 0 };
    const json = JSON.stringify(kept);
    size += Buffer.byteLength(json);
    records.push({ id: kept.id, version: digestOf(json), record });
    last = place;
  }
  return { records };
}

/** How many records of a collection people see. */
export async function recordCount(state: State, collection: string, form: RecordForm): Promise<number> {
  await nextTurn();
  const table = state.table(collection);
  if (!form.remembers(collection)) return table.size;
  let count = 0;
  for (const record of table.values()) if (form.written(collection, record) !== undefined) count += 1;
  return count;
}

/** Whether a text stands in a value, or in one inside it. @param text - in small letters */
function holds(value: unknown, text: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((one) => holds(one, text));
  return String(value).toLowerCase().includes(text);
}
