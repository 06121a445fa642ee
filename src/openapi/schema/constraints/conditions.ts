// Keywords that are compared as a whole: `not`, `if`, `contains` and others.

import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import type { Part } from '../../references.ts';
import { stringsIn } from '../composed-schemas.ts';
import type { SchemaObject } from '../schema-index.ts';
import type { Located } from './located.ts';

/** A keyword that is compared as a whole. */
export interface SchemaCondition {
  readonly keyword: string;
  readonly at: string;
  /** Its subschemas by their steps, such as `then` or `dependentSchemas/name`. */
  readonly schemas: ReadonlyMap<string, Part<unknown>>;
  /** Its other values by their steps: numbers, and lists of names in their order. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** The keywords, each with those that modify it. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  not: [],
  if: ['then', 'else'],
  contentSchema: [],
  contains: ['minContains', 'maxContains'],
  propertyNames: [],
  dependentRequired: [],
  dependentSchemas: [],
  dependencies: [],
  unevaluatedItems: [],
  unevaluatedProperties: [],
};

export function readConditions({ value, at }: Located<SchemaObject>): readonly SchemaCondition[] {
  return Object.entries(CONDITIONS).flatMap(([keyword, modifiers]) => {
    if (value[keyword] === undefined) return [];
    const schemas = new Map<string, Part<unknown>>();
    const values = new Map<string, unknown>();
    for (const key of [keyword, ...modifiers]) {
      const keywordValue = value[key];
      if (keywordValue === undefined) continue;
      if (key.startsWith('depend') && isRecord(keywordValue))
        for (const [name, one] of Object.entries(keywordValue)) {
          if (Array.isArray(one)) values.set(`${key}/${name}`, stringsIn(one).toSorted());
          else schemas.set(`${key}/${name}`, { value: one, pointer: childPointer(at, key, name) });
        }
      else if (isRecord(keywordValue) || typeof keywordValue === 'boolean')
        schemas.set(key, { value: keywordValue, pointer: childPointer(at, key) });
      else values.set(key, keywordValue);
    }
    return [{ keyword, at: childPointer(at, keyword), schemas, values }];
  });
}
