// Chooses the properties that are shown as columns.

import type { RecordField } from '../../client/client.ts';
import { stepsIn } from '../parts/values.ts';
import type { RecordRow } from './row.ts';

/** A column. */
export interface Column {
  readonly pointer: string;
  readonly label: string;
}

/** How many records are examined, and the smallest width of a column, in pixels. */
const EXAMINED = 100;
const NARROWEST = 132;

/** Properties that identify a record for people. */
const NAMES = /name|title|label|email|subject/i;

/** Columns that fit into a width beside the id: parents, names, properties of the schema in its order, others; objects and arrays come last. */
export function columnsFor(
  rows: readonly RecordRow[],
  fields: readonly RecordField[],
  width: number,
): readonly Column[] {
  const seen = new Map<string, number>();
  const looked = rows.slice(0, EXAMINED).filter(({ id }) => id !== undefined);
  for (const { cells } of looked) for (const pointer of cells.keys()) seen.set(pointer, (seen.get(pointer) ?? 0) + 1);
  const isId = (pointer: string) =>
    /^(\/item)?\/id$/.test(pointer) ||
    (looked.length > 0 && looked.every(({ name, cells }) => cells.get(pointer) === name));
  const described = new Map(fields.map((field) => [field.pointer, field]));
  const isTop = (pointer: string) =>
    /^(\/(item|parents))?\/[^/]*$/.test(pointer) && !/^\/(id|item|parents)$/.test(pointer);
  const named = [...described.keys()].filter((pointer) => isTop(pointer) && (seen.has(pointer) || looked.length === 0));
  const all = [...new Set([...named, ...seen.keys()])].filter((pointer) => !isId(pointer));
  const isLarge = (pointer: string) => {
    const types = described.get(pointer)?.types ?? [];
    return types.includes('object') || types.includes('array');
  };
  const room = Math.max(1, Math.floor(width / NARROWEST) - 1);
  const rank = (pointer: string) =>
    isLarge(pointer) ? 3 : pointer.startsWith('/parents/') ? 0 : NAMES.test(pointer) ? 1 : 2;
  return all
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, room)
    .map((pointer) => ({ pointer, label: stepsIn(pointer).at(-1) ?? '' }));
}
