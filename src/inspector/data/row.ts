// A record as a row of a table.

import type { ListedRecord } from '../../client/client.ts';
import { ownId } from '../parts/record-id.ts';
import { brief, isObject, pointerTo } from '../parts/values.ts';

/** A row. */
export interface RecordRow {
  /** The id in the store; undefined for a row that is not loaded yet. */
  readonly id: string | undefined;
  /** The id as the API shows it. */
  readonly name: string;
  /** Unique among rows. */
  readonly key: string;
  /** Short texts of its properties, by JSON Pointer. */
  readonly cells: ReadonlyMap<string, string>;
}

/** How many properties of a record are stored. */
const MOST_CELLS = 40;

export function rowOf({ id, record }: Pick<ListedRecord, 'id' | 'record'>): RecordRow {
  const cells = new Map<string, string>();
  const add = (value: unknown, at: readonly string[]) => {
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      if (cells.size === MOST_CELLS) return;
      // An item with its parents beside it.
      if (at.length === 0 && (name === 'item' || name === 'parents') && isObject(member)) add(member, [name]);
      else cells.set(pointerTo([...at, name]), brief(member));
    }
  };
  add(record, []);
  return { id, name: ownId(id, record), key: `record ${id}`, cells };
}
