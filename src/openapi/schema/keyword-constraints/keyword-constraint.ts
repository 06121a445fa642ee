// A constraint of one schema keyword, and its outcomes for a value.

import type { Part } from '../../references.ts';
import type { Dialect } from '../ajv/dialect.ts';

/** Outcomes of a constraint, in display order. */
export const CONSTRAINT_OUTCOMES = ['satisfied', 'at the bound', 'violated', 'violated by one'] as const;

export type ConstraintOutcome = (typeof CONSTRAINT_OUTCOMES)[number];

/** A constraint with its parameter. */
export interface KeywordConstraint {
  /** Such as `maxLength 40`. */
  readonly name: string;
  /** The property that it constrains; undefined for the whole value. */
  readonly property?: string;
  /** The outcomes that are possible. */
  readonly possibleOutcomes: readonly ConstraintOutcome[];
  /** The outcomes for a value; empty if the keyword does not apply. */
  outcomesOf(value: unknown): readonly ConstraintOutcome[];
}

/** The schema of the constraints. */
export interface ConstraintSource {
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

export const BOTH_OUTCOMES: readonly ConstraintOutcome[] = ['satisfied', 'violated'];
export const NO_OUTCOMES: readonly ConstraintOutcome[] = [];
const SATISFIED: readonly ConstraintOutcome[] = ['satisfied'];
const VIOLATED: readonly ConstraintOutcome[] = ['violated'];

/** The outcome of a constraint that is satisfied or violated. */
export function toOutcomes(isSatisfied: boolean): readonly ConstraintOutcome[] {
  return isSatisfied ? SATISFIED : VIOLATED;
}
