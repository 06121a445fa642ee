// What one keyword of a schema asks of values, and what a value shows of it.

import type { Part } from '../../references.ts';
import type { Dialect } from '../ajv/dialect.ts';

/** What values may show of a keyword, in the order in which people are told. */
export const SHOWN = ['satisfied', 'at the bound', 'violated', 'violated by one'] as const;

export type Shown = (typeof SHOWN)[number];

/** A keyword with what it says. */
export interface Ask {
  /** Such as `maxLength 40`. */
  readonly name: string;
  /** The property that it is about; undefined where it is about the whole value. */
  readonly property?: string;
  /** What a value can show of it at all, where it stands. */
  readonly shows: readonly Shown[];
  /** What a value shows: nothing where the keyword says nothing of such a value. */
  of(value: unknown): readonly Shown[];
}

/** The schema that keywords stand in. */
export interface Asking {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly pointer: string;
  readonly dialect: Dialect;
  /** Properties that a client does not send. */
  readonly readOnly: ReadonlySet<string>;
  /** Whether its values are written as texts, in which every one is a text, a list and an object. */
  readonly isText: boolean;
  /** Whether its values are never empty texts. */
  readonly isNeverEmpty: boolean;
  /** Whether a value fits a schema. */
  fits(schema: Part, value: unknown): boolean;
}

export const BOTH: readonly Shown[] = ['satisfied', 'violated'];
export const NOTHING: readonly Shown[] = [];
const SATISFIED: readonly Shown[] = ['satisfied'];
const VIOLATED: readonly Shown[] = ['violated'];

/** What shows of a keyword that is satisfied or violated. */
export function shown(isSatisfied: boolean): readonly Shown[] {
  return isSatisfied ? SATISFIED : VIOLATED;
}
