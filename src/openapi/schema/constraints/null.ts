// Nullability of schemas in each dialect.

import { isRecord } from '../../../schema/is-record.ts';
import type { Part } from '../../references.ts';
import type { SchemaIndex, SchemaObject } from '../schema-index.ts';
import { subschemasBelow } from './located.ts';

/** Maximum nesting of schemas. */
const MAX_DEPTH = 100;

interface CachedResults {
  readonly fits: Map<string, boolean>;
  readonly isAll: Map<string, boolean>;
}

/** Results by pointer, so that each schema is evaluated once. */
const cache = new WeakMap<SchemaIndex, CachedResults>();

/** Whether `null` is valid. @param schema - may be a reference, or a boolean */
export function allowsNull(schema: Part<unknown>, schemaIndex: SchemaIndex, depth = 0): boolean {
  const { value } = schema;
  if (!isRecord(value)) return value !== false;
  if (depth > MAX_DEPTH) return false;
  return evaluateOnce('fits', schema, schemaIndex, () => {
    const part = schema as Part<SchemaObject>;
    const fits = (one: Part<unknown>) => allowsNull(one, schemaIndex, depth + 1);
    const targets = schemaIndex.referenced(part);
    if (schemaIndex.isOnlyReference(part)) return targets.every(fits);
    if (schemaIndex.isNullable(part)) return true;
    const { type, enum: choice } = value;
    if (type !== undefined && ![type].flat().includes('null')) return false;
    if (Array.isArray(choice) && !choice.includes(null)) return false;
    if (Object.hasOwn(value, 'const') && value.const !== null) return false;
    const [all, some, one] = (['allOf', 'anyOf', 'oneOf'] as const).map((keyword) =>
      subschemasBelow(part, keyword).map(fits),
    );
    const isSome = !Array.isArray(value.anyOf) || some?.includes(true);
    const isOne = !Array.isArray(value.oneOf) || one?.filter(Boolean).length === 1;
    return targets.every(fits) && !all?.includes(false) && isSome === true && isOne;
  });
}

/** Whether `null` is the only valid value, as far as this can be determined. */
export function allowsOnlyNull(schema: Part<unknown>, schemaIndex: SchemaIndex, depth = 0): boolean {
  if (!isRecord(schema.value) || depth > MAX_DEPTH) return false;
  return evaluateOnce('isAll', schema, schemaIndex, () => {
    const part = schema as Part<SchemaObject>;
    const [target = part] = schemaIndex.referenced(part);
    const { type, enum: choice, const: only } = target.value;
    const types = [type].flat();
    if (types.length === 1 && types[0] === 'null') return true;
    if (only === null || (Array.isArray(choice) && choice.length === 1 && choice[0] === null)) return true;
    return ['oneOf', 'anyOf'].some((keyword) => {
      const branches = subschemasBelow(target, keyword);
      return branches.length > 0 && branches.every((branch) => allowsOnlyNull(branch, schemaIndex, depth + 1));
    });
  });
}

/** Evaluates a schema once. A recursive call returns false. */
function evaluateOnce(
  kind: keyof CachedResults,
  { pointer }: Part<unknown>,
  schemaIndex: SchemaIndex,
  evaluate: () => boolean,
): boolean {
  const cachedResults = cache.get(schemaIndex) ?? { fits: new Map(), isAll: new Map() };
  cache.set(schemaIndex, cachedResults);
  const results = cachedResults[kind];
  const before = results.get(pointer);
  if (before !== undefined) return before;
  results.set(pointer, false);
  const result = evaluate();
  results.set(pointer, result);
  return result;
}
