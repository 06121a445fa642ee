// A constraint of one schema keyword, and its outcomes for a value.

import type { Part } from '../../references.ts';
import type { Dialect } from '../ajv/dialect.ts';

/** Outcomes of a constraint, in display order. */
export const SHOWN = ['satisfied', 'at the bound', 'violated', 'violated by one'] as const;

export type Shown = (typeof SHOWN)[number];

/** A constraint with its parameter. */
export interface Ask {
  /** Such as `maxLength 40`. */
  readonly name: string;
  /** The property that it constrains; undefined for the whole value. */
  readonly property?: string;
  /** The outcomes that are possible. */
  readonly shows: readonly Shown[];
  /** The outcomes for a value; empty if the keyword does not apply. */
  of(value: unknown): readonly Shown[];
}

/** The schema of the constraints. */
export interface Asking {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly pointer: string;
  readonly dialect: Dialect;
  /** Properties that clients do not send. */
  readonly readOnly: ReadonlySet<string>;
  /** Whether its values are sent as text, which can be read as string, list or object. */
  readonly isText: boolean;
  /** Whether its values are never empty strings. */
  readonly isNeverEmpty: boolean;
  /** Whether a value is valid against a schema. */
  fits(schema: Part, value: unknown): boolean;
}

export const BOTH: readonly Shown[] = ['satisfied', 'violated'];
export const NOTHING: readonly Shown[] = [];
const SATISFIED: readonly Shown[] = ['satisfied'];
const VIOLATED: readonly Shown[] = ['violated'];

/** The outcome of a constraint that is satisfied or violated. */
export function shown(isSatisfied: boolean): readonly Shown[] {
  return isSatisfied ? SATISFIED : VIOLATED;
}
