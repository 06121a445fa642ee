// The input of schema rules: both schemas of a location.

import type { Part } from '../../openapi/references.ts';
import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import type { Flow } from '../level.ts';

/** The location of a difference: in the old document, and in the new one, there at least the parent. */
export interface At {
  readonly old?: string | undefined;
  readonly new?: string | undefined;
}

/** Schemas that apply to one value together. */
export type Schemas = readonly Part<unknown>[];

/** How values are written: as text, every number is one as well; `bytes` for bodies that are neither JSON nor XML. */
export type Form = 'json' | 'text' | 'xml' | 'bytes';

export interface RuleInput<Id extends string = string> {
  readonly old: Constraints;
  readonly new: Constraints;
  readonly flow: Flow;
  readonly form: Form;
  /** Reports a difference. @param what - the end of a sentence about the subject */
  tell(rule: Id, what: string, at: At): void;
  /** Compares nested schemas, too. */
  compare(old: Schemas, now: Schemas): void;
  /** The merged constraints of schemas of one document. */
  meaningOf(side: 'old' | 'new', schemas: Schemas): Constraints;
  /** Whether what old senders send is sure to fit, or what new ones send fits the old schemas. */
  isIncluded(old: Schemas, now: Schemas, which: Inclusion): boolean;
  /** The same for all values, also those that are never sent: with a property that the sender does not know. */
  isSubset(old: Schemas, now: Schemas, which: Inclusion): boolean;
  /** Whether some values are sure to fit the old schemas only, and others the new ones only. */
  isReplaced(old: Schemas, now: Schemas): boolean;
}

/** Whose values fit on the other side. */
export type Inclusion = (typeof INCLUSIONS)[number];
export const INCLUSIONS = ['old in new', 'new in old'] as const;

/** The types of values that a keyword applies to. */
export type KeywordType = 'number' | 'string' | 'array' | 'object';

/** Whether schemas allow a type. */
export function isAbout(kind: KeywordType, { types }: Constraints): boolean {
  return !types || types.value.has(kind) || (kind === 'number' && types.value.has('integer'));
}

/** Whether a keyword may reject values of schemas that allow its type. @param passes - for enumerated values */
export function mayReject(kind: KeywordType, constraints: Constraints, passes: (value: unknown) => boolean): boolean {
  if (!isAbout(kind, constraints)) return false;
  return !constraints.values || ![...constraints.values.value.values()].every(passes);
}
