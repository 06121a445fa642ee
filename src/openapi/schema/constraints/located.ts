// Values with their location in the document.

import { childPointer } from '../../../schema/json-pointer.ts';
import type { Part } from '../../references.ts';
import type { SchemaObject } from '../schema-index.ts';

/** A value with its location. */
export interface Located<T> {
  readonly value: T;
  /** JSON Pointer (RFC 6901) into the document. */
  readonly at: string;
}

/** A schema object that constrains a value. */
export interface SchemaPiece extends Part<SchemaObject> {
  /** Whether another schema extends it here: then its discriminator has been applied. */
  readonly isExtended: boolean;
}

/** Schema objects with their locations. */
export type LocatedSchemas = readonly Located<SchemaObject>[];

/** A shared empty map. */
export const EMPTY_MAP: ReadonlyMap<string, never> = new Map<string, never>();

/** The subschemas in the list of a keyword. */
export function subschemasBelow({ value, pointer }: Part<SchemaObject>, keyword: string): readonly Part<unknown>[] {
  const list = value[keyword];
  return Array.isArray(list)
    ? list.map((one, index) => ({ value: one, pointer: childPointer(pointer, keyword, index) }))
    : [];
}

/** The string values of a keyword, each with its pointer. */
export function collectTexts(schemas: LocatedSchemas, keyword: string): ReadonlyMap<string, string> {
  const texts = schemas.flatMap(({ value, at }) => {
    const text = value[keyword];
    return typeof text === 'string' ? [[text, childPointer(at, keyword)] as const] : [];
  });
  return texts.length === 0 ? EMPTY_MAP : new Map(texts);
}
