// Nullability of schemas in each dialect.

import { isRecord } from '../../is-record.ts';
import type { Part } from '../../references.ts';
import type { SchemaObject, SchemaPlaces } from '../schema-places.ts';
import { listIn } from './said.ts';

/** Maximum nesting of schemas. */
const DEEPEST = 100;

interface Known {
  readonly fits: Map<string, boolean>;
  readonly isAll: Map<string, boolean>;
}

/** Results by pointer, so that each schema is evaluated once. */
const known = new WeakMap<SchemaPlaces, Known>();

/** Whether `null` is valid. @param schema - may be a reference, or a boolean */
export function nullFits(schema: Part<unknown>, places: SchemaPlaces, depth = 0): boolean {
  const { value } = schema;
  if (!isRecord(value)) return value !== false;
  if (depth > DEEPEST) return false;
  return once('fits', schema, places, () => {
    const part = schema as Part<SchemaObject>;
    const fits = (one: Part<unknown>) => nullFits(one, places, depth + 1);
    const targets = places.referred(part);
    if (places.isOnlyReference(part)) return targets.every(fits);
    if (places.isNullable(part)) return true;
    const { type, enum: choice } = value;
    if (type !== undefined && ![type].flat().includes('null')) return false;
    if (Array.isArray(choice) && !choice.includes(null)) return false;
    if (Object.hasOwn(value, 'const') && value.const !== null) return false;
    const [all, some, one] = (['allOf', 'anyOf', 'oneOf'] as const).map((keyword) => listIn(part, keyword).map(fits));
    const isSome = !Array.isArray(value.anyOf) || some?.includes(true);
    const isOne = !Array.isArray(value.oneOf) || one?.filter(Boolean).length === 1;
    return targets.every(fits) && !all?.includes(false) && isSome === true && isOne;
  });
}

/** Whether `null` is the only valid value, as far as this can be determined. */
export function isOnlyNull(schema: Part<unknown>, places: SchemaPlaces, depth = 0): boolean {
  if (!isRecord(schema.value) || depth > DEEPEST) return false;
  return once('isAll', schema, places, () => {
    const part = schema as Part<SchemaObject>;
    const [target = part] = places.referred(part);
    const { type, enum: choice, const: only } = target.value;
    const types = [type].flat();
    if (types.length === 1 && types[0] === 'null') return true;
    if (only === null || (Array.isArray(choice) && choice.length === 1 && choice[0] === null)) return true;
    return ['oneOf', 'anyOf'].some((keyword) => {
      const branches = listIn(target, keyword);
      return branches.length > 0 && branches.every((branch) => isOnlyNull(branch, places, depth + 1));
    });
  });
}

/** Evaluates a schema once. A recursive call returns false. */
function once(question: keyof Known, { pointer }: Part<unknown>, places: SchemaPlaces, ask: () => boolean): boolean {
  const all = known.get(places) ?? { fits: new Map(), isAll: new Map() };
  known.set(places, all);
  const answers = all[question];
  const before = answers.get(pointer);
  if (before !== undefined) return before;
  answers.set(pointer, false);
  const answer = ask();
  answers.set(pointer, answer);
  return answer;
}
