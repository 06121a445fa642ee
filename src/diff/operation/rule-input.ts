// The input of operation rules: an operation in both documents.

import type { DocumentDescription, OperationDescription } from '../../openapi/describe-document.ts';
import type { Part } from '../../openapi/references.ts';
import type { Levels } from '../level.ts';
import type { At, Form, Schemas } from '../schema/rule-input.ts';

/** A rule with its impact. */
export interface FixedRule extends Levels {
  /** The meaning, in one sentence. */
  readonly title: string;
}

/** The location of values: head or body of a request or response. */
export type ValueLocation = (typeof ROLES)[number];
export const ROLES = ['parameter', 'request', 'header', 'response'] as const;

export interface OperationRuleInput<Id extends string = string> {
  readonly old: OperationDescription;
  readonly new: OperationDescription;
  /** Both documents. */
  readonly documents: { readonly old: DocumentDescription; readonly new: DocumentDescription };
  /** The day up to which sunset dates have passed. */
  readonly today: Date;
  /** Reports a change. @param message - a sentence that follows the operation */
  tell(rule: Id, message: string, at: At): void;
  /** Compares schemas. @param where - their subject, such as `the body` */
  values(role: ValueLocation, where: string, form: Form, old: Schemas, now: Schemas): void;
}

/** A schema for comparison; without one, any value is valid. */
export function schemasOf(schema: Part<unknown> | undefined, around: Part<unknown>): Schemas {
  return [schema ?? { value: true, pointer: around.pointer }];
}
