// The size of records as JSON, in bytes: what a state budget and undo count.

import { constants } from 'node:buffer';
import { stringifyJson } from '../schema/json/stringify-json.ts';
import type { Identified } from './record.ts';

/** From this size on it is remembered, in bytes: of smaller records it is faster to measure again. */
const LARGE = 4096;

const known = new WeakMap<Identified, number>();

/** How many bytes a record has as JSON; 0 for none. A record longer than any text counts as the longest one. */
export function recordSize(record: Identified | undefined): number {
  if (!record) return 0;
  const before = known.get(record);
  if (before !== undefined) return before;
  const size = measured(record);
  if (size >= LARGE) known.set(record, size);
  return size;
}

function measured(record: Identified): number {
  try {
    return Buffer.byteLength(stringifyJson(record));
  } catch (error) {
    if (error instanceof RangeError) return constants.MAX_STRING_LENGTH;
    throw error;
  }
}
