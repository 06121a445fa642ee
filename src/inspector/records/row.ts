// A record as a row of a table has it.

import type { ListedRecord } from '../../client/client.ts';
import { brief, isObject, pointerTo } from '../parts/values.ts';

/** One of them. */
export interface RecordRow {
  /** By which the store knows it; undefined for one that is not here yet. */
  readonly id: string | undefined;
  /** Tells rows apart. */
  readonly key: string;
  /** Its properties in a few characters each, by their places. */
  readonly cells: ReadonlyMap<string, string>;
}

/** How many properties of a record are kept. */
const MOST_CELLS = 40;

export function rowOf({ id, record }: Pick<ListedRecord, 'id' | 'record'>): RecordRow {
  const cells = new Map<string, string>();
  const add = (value: unknown, at: readonly string[]) => {
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      if (cells.size === MOST_CELLS) return;
      // An item with what it does not say itself beside it.
      if (at.length === 0 && (name === 'item' || name === 'parents') && isObject(member)) add(member, [name]);
      else cells.set(pointerTo([...at, name]), brief(member));
    }
  };
  add(record, []);
  return { id, key: `record ${id}`, cells };
}
