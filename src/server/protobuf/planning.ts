// The working state of a plan: document, messages, enums, problems.

import type { Schema } from '../../openapi/objects.ts';
import type { Part, References } from '../../openapi/references.ts';
import { isFullName } from './names.ts';
import type { EnumPlan, FieldPlan, MessagePlan, MissingNumber, PlanProblem } from './plan.ts';

/** A message that is being planned. */
export interface DraftMessage extends MessagePlan {
  fields: FieldPlan[];
  oneofs: string[];
  reserved: readonly number[];
  open: boolean;
  readonly messages: DraftMessage[];
  readonly enums: EnumPlan[];
}

/** Where messages and enums are declared: the package, or a message. */
export interface NameScope {
  readonly fullName: string;
  readonly messages: DraftMessage[];
  readonly enums: EnumPlan[];
}

/** A message without its fields, and the object that describes them. */
export interface UnfilledMessage {
  readonly message: DraftMessage;
  readonly part: Part<Schema>;
}

export interface Planning {
  /** Where references in the document lead. */
  readonly references: References;
  /** The package. */
  readonly root: NameScope;
  /** The messages and enums of named schemas, by the names of these. */
  readonly named: Map<string, DraftMessage | EnumPlan>;
  /** Messages without fields yet. A queue, because references may be nested very deeply. */
  readonly unfilled: UnfilledMessage[];
  /** The schema of each unnamed message, and its scope. */
  readonly nested: Map<NameScope, { readonly schema: Schema; readonly scope: NameScope }>;
  readonly problems: Map<string, PlanProblem>;
  /** The missing numbers, by problem. */
  readonly missing: Map<PlanProblem, MissingNumber>;
}

/** Adds a problem once: some parts belong to several operations. */
export function reportProblem(
  { problems, missing: numbers }: Planning,
  pointer: string,
  message: string,
  missing?: MissingNumber,
): void {
  const key = `${pointer} ${message}`;
  const problem = problems.get(key) ?? { pointer, message };
  problems.set(key, problem);
  const known = numbers.get(problem);
  // In several messages, it must be free in all of them.
  if (missing) numbers.set(problem, known ? { ...known, taken: [...known.taken, ...missing.taken] } : missing);
}

/** The valid ones of some additional full names. */
export function usableAliases(planning: Planning, aliases: readonly string[] | undefined, pointer: string): string[] {
  return [...new Set(aliases ?? [])].filter((alias) => {
    const isUsable = isFullName(alias) && alias.includes('.') && !alias.startsWith('google.');
    if (!isUsable)
      reportProblem(planning, pointer, `"${alias}" is not a full name such as shop.v1.Pet, or it is a Google type`);
    return isUsable;
  });
}
