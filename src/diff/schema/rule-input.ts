// What the rules of schemas work on: what both documents say of the values at one place, and where to tell what differs.

import type { Part } from '../../openapi/references.ts';
import type { Meaning } from '../../openapi/schema/meaning/meaning.ts';
import type { Flow } from '../level.ts';

/** Where a difference is written: in the old document, and in the new one, there at least what is around it. */
export interface At {
  readonly old?: string | undefined;
  readonly new?: string | undefined;
}

/** Schemas that say something of one value together. */
export type Schemas = readonly Part<unknown>[];

/** How values are written: as text, every number is one as well. */
export type Form = 'json' | 'text' | 'xml';

export interface RuleInput<Id extends string = string> {
  readonly old: Meaning;
  readonly new: Meaning;
  readonly flow: Flow;
  readonly form: Form;
  /** Takes down a difference. @param what - the end of a sentence that begins with what it is about */
  tell(rule: Id, what: string, at: At): void;
  /** Has what stands below compared too. */
  compare(old: Schemas, now: Schemas): void;
  /** What schemas of one of the documents say together. */
  meaningOf(side: 'old' | 'new', schemas: Schemas): Meaning;
  /** Whether old values are sure to fit, or new ones the old schemas. */
  isIncluded(old: Schemas, now: Schemas, which: 'old in new' | 'new in old'): boolean;
}

/** The kinds of values that a keyword says something of. */
export type Kind = 'number' | 'string' | 'array' | 'object';

/** Whether some say anything of a kind: it is among their types. */
export function isAbout(kind: Kind, { types }: Meaning): boolean {
  return !types || types.value.has(kind) || (kind === 'number' && types.value.has('integer'));
}
