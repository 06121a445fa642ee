// Whether `null` fits a schema, which each dialect says in another way.

import { isRecord } from '../../is-record.ts';
import { child } from '../../pointer.ts';
import type { Part } from '../../references.ts';
import type { SchemaObject, SchemaPlaces } from '../schema-places.ts';

/** How many schemas are asked, one for the other. */
const DEEPEST = 100;

/** @param schema - may be a reference, and be true or false */
export function nullFits({ value, pointer }: Part<unknown>, places: SchemaPlaces, depth = 0): boolean {
  if (!isRecord(value)) return value !== false;
  if (depth > DEEPEST) return false;
  const schema: Part<SchemaObject> = { value, pointer };
  const fits = (part: Part<unknown>) => nullFits(part, places, depth + 1);
  const targets = places.referred(schema);
  if (places.isOnlyReference(schema)) return targets.every(fits);
  if (places.isNullable(schema)) return true;
  const { type, enum: choice } = value;
  if (type !== undefined && ![type].flat().includes('null')) return false;
  if (Array.isArray(choice) && !choice.includes(null)) return false;
  if (Object.hasOwn(value, 'const') && value.const !== null) return false;
  const listed = (keyword: string): readonly Part<unknown>[] | undefined => {
    const list = value[keyword];
    if (!Array.isArray(list)) return undefined;
    return list.map((one, index) => ({ value: one, pointer: child(pointer, keyword, index) }));
  };
  const [all = [], some, one] = [listed('allOf'), listed('anyOf'), listed('oneOf')];
  return targets.every(fits) && all.every(fits) && (some?.some(fits) ?? true) && (one?.filter(fits).length ?? 1) === 1;
}
