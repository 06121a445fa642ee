// Keywords that are compared as a whole: `not`, `if`, `contains` and others.

import { canonicalJson } from '../../../schema/equality.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import type { Part } from '../../references.ts';
import type { SchemaObject } from '../schema-index.ts';
import type { Located } from './located.ts';

/** A keyword that is compared as a whole. */
export interface SchemaCondition {
  readonly keyword: string;
  readonly at: string;
  /** Its subschemas by their steps. */
  readonly schemas: ReadonlyMap<string, Part<unknown>>;
  /** Its other values. */
  readonly text: string;
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
    const texts: string[] = [];
    for (const key of [keyword, ...modifiers]) {
      const keywordValue = value[key];
      if (keywordValue === undefined) continue;
      if (key.startsWith('depend') && isRecord(keywordValue))
        for (const [name, one] of Object.entries(keywordValue)) {
          if (Array.isArray(one)) texts.push(`${key}/${name} ${canonicalJson([...one].sort())}`);
          else schemas.set(`${key}/${name}`, { value: one, pointer: childPointer(at, key, name) });
        }
      else if (isRecord(keywordValue)) schemas.set(key, { value: keywordValue, pointer: childPointer(at, key) });
      else texts.push(`${key} ${canonicalJson(keywordValue)}`);
    }
    return [{ keyword, at: childPointer(at, keyword), schemas, text: texts.sort().join('\n') }];
  });
}
