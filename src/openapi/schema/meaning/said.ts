// What is said, and where.

import { child } from '../../pointer.ts';
import type { Part } from '../../references.ts';
import type { SchemaObject } from '../schema-places.ts';

/** Something that is said, and where. */
export interface Said<T> {
  readonly value: T;
  /** JSON pointer (RFC 6901) into the document. */
  readonly at: string;
}

/** A schema object that says something of a value. */
export interface Piece extends Part<SchemaObject> {
  /** Whether others extend it here: among those who do, its discriminator has chosen. */
  readonly isExtended: boolean;
}

/** What schema objects say, one after the other. */
export type Sayings = readonly Said<SchemaObject>[];

/** Nothing is said of many things: what has none shares this. */
export const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** The schemas in a list below a keyword. */
export function listIn({ value, pointer }: Part<SchemaObject>, keyword: string): readonly Part<unknown>[] {
  const list = value[keyword];
  return Array.isArray(list) ? list.map((one, index) => ({ value: one, pointer: child(pointer, keyword, index) })) : [];
}

/** The texts of a keyword, and where each is said. */
export function textsOf(sayings: Sayings, keyword: string): ReadonlyMap<string, string> {
  const texts = sayings.flatMap(({ value, at }) => {
    const text = value[keyword];
    return typeof text === 'string' ? [[text, child(at, keyword)] as const] : [];
  });
  return texts.length === 0 ? NONE : new Map(texts);
}
