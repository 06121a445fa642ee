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

/** How values are written: as text, every number is one as well. */
export type Form = 'json' | 'text' | 'xml';

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
  /** Whether old values are sure to fit, or new ones the old schemas. */
  isIncluded(old: Schemas, now: Schemas, which: 'old in new' | 'new in old'): boolean;
}

/** The types of values that a keyword applies to. */
export type KeywordType = 'number' | 'string' | 'array' | 'object';

/** Whether schemas allow a type. */
export function isAbout(kind: KeywordType, { types }: Constraints): boolean {
  return !types || types.value.has(kind) || (kind === 'number' && types.value.has('integer'));
}
