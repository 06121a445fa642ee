// What the making of a plan keeps at hand: the document, the messages and enums so far, and what is wrong.

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

/** A message without its fields, and the object that says which they are. */
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
  /** Messages whose fields are not planned yet. Not one inside the other, because references may go very deep. */
  readonly unfilled: UnfilledMessage[];
  /** The schema of each message that has no name of its own, and where it is declared. */
  readonly nested: Map<NameScope, { readonly schema: Schema; readonly scope: NameScope }>;
  readonly problems: Map<string, PlanProblem>;
  /** The numbers that are missing, by the problems that tell so. */
  readonly missing: Map<PlanProblem, MissingNumber>;
}

/** Notes what is wrong, once: some parts of a document are looked at for several operations. */
export function report(
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

/** Those of some further full names that can be used. */
export function usableAliases(planning: Planning, aliases: readonly string[] | undefined, pointer: string): string[] {
  return [...new Set(aliases ?? [])].filter((alias) => {
    const isUsable = isFullName(alias) && alias.includes('.') && !alias.startsWith('google.');
    if (!isUsable)
      report(planning, pointer, `"${alias}" is not a full name such as shop.v1.Pet, or it is a Google type`);
    return isUsable;
  });
}
