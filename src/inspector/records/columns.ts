// Which properties of records stand in the columns of a table.

import type { RecordField } from '../../client/client.ts';
import { stepsIn } from '../parts/values.ts';
import type { RecordRow } from './row.ts';

/** A property as a heading. */
export interface Column {
  readonly pointer: string;
  readonly label: string;
}

/** How many records are looked at, and how narrow a column may be, in pixels. */
const LOOKED_AT = 100;
const NARROWEST = 132;

/** What tells people which one it is. */
const TELLING = /name|title|label|email|subject/i;

/** Those that fit into a width, beside the id: what things are called by, then what the schema names in its order, then what else records have; objects and lists come last. */
export function columnsFor(
  rows: readonly RecordRow[],
  fields: readonly RecordField[],
  width: number,
): readonly Column[] {
  const seen = new Map<string, number>();
  const looked = rows.slice(0, LOOKED_AT).filter(({ id }) => id !== undefined);
  for (const { cells } of looked) for (const pointer of cells.keys()) seen.set(pointer, (seen.get(pointer) ?? 0) + 1);
  const described = new Map(fields.map((field) => [field.pointer, field]));
  const isTop = (pointer: string) =>
    /^(\/(item|parents))?\/[^/]*$/.test(pointer) && !/^\/(id|item|parents)$/.test(pointer);
  const named = [...described.keys()].filter((pointer) => isTop(pointer) && (seen.has(pointer) || looked.length === 0));
  const all = [...new Set([...named, ...seen.keys()])].filter((pointer) => pointer !== '/id');
  const isLarge = (pointer: string) => {
    const types = described.get(pointer)?.types ?? [];
    return types.includes('object') || types.includes('array');
  };
  const room = Math.max(1, Math.floor(width / NARROWEST) - 1);
  const rank = (pointer: string) => (isLarge(pointer) ? 2 : TELLING.test(pointer) ? 0 : 1);
  return all
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, room)
    .map((pointer) => ({ pointer, label: stepsIn(pointer).at(-1) ?? '' }));
}
