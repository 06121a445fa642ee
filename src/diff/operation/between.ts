// What the rules of operations are given: one operation as both documents describe it, and where to tell what differs.

import type { Described, Description } from '../../openapi/description.ts';
import type { Part } from '../../openapi/references.ts';
import type { Levels } from '../level.ts';
import type { At, Form, Schemas } from '../schema/rule-input.ts';

/** What a rule means, and how much it matters to whom. */
export interface FixedRule extends Levels {
  /** One sentence: what it means. */
  readonly title: string;
}

/** Where values stand: in the head or the body of a request, or of an answer. */
export type Role = (typeof ROLES)[number];
export const ROLES = ['parameter', 'request', 'header', 'response'] as const;

export interface Between<Id extends string = string> {
  readonly old: Described;
  readonly new: Described;
  /** The documents that they stand in. */
  readonly documents: { readonly old: Description; readonly new: Description };
  /** By which day deprecated things may be gone. */
  readonly today: Date;
  /** Takes down a change. @param message - a sentence about the operation, which is told after it */
  tell(rule: Id, message: string, at: At): void;
  /** Has schemas compared. @param where - what they describe, such as `the body` */
  values(role: Role, where: string, form: Form, old: Schemas, now: Schemas): void;
}

/** A schema as it is compared: where there is none, anything fits. */
export function schemasOf(schema: Part<unknown> | undefined, around: Part<unknown>): Schemas {
  return [schema ?? { value: true, pointer: around.pointer }];
}
