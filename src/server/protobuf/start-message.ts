// Declares messages before their fields are planned.

import type { Schema } from '../../openapi/objects.ts';
import type { Part } from '../../openapi/references.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { isIdentifier, joinName } from './names.ts';
import { type DraftMessage, type NameScope, type Planning, reportProblem, usableAliases } from './planning.ts';
import type { UnwrappedSchema } from './unwrap-schema.ts';

/** The message of a schema under `components/schemas`. */
export function namedMessage(planning: Planning, component: string, part: Part<Schema>): DraftMessage {
  const known = planning.named.get(component);
  if (known && 'fields' in known) return known;
  const message = startMessage(planning, planning.root, component, part);
  planning.named.set(component, message);
  planning.unfilled.push({ message, part });
  return message;
}

/** The message of an object without a name, under the name of its property; undefined when it contains itself. */
export function nestedMessage(
  planning: Planning,
  meaning: UnwrappedSchema,
  scope: NameScope,
  name: string,
): DraftMessage | undefined {
  for (let outer: NameScope | undefined = scope; outer; outer = planning.nested.get(outer)?.scope) {
    if (planning.nested.get(outer)?.schema === meaning.value)
      return void reportProblem(planning, meaning.pointer, 'a recursive object must be in components/schemas');
  }
  const message = startMessage(planning, scope, name, meaning);
  planning.nested.set(message, { schema: meaning.value, scope });
  planning.unfilled.push({ message, part: meaning });
  return message;
}

/** A message without fields yet, declared in a scope. */
export function startMessage(
  planning: Planning,
  scope: NameScope,
  name: string,
  { value, pointer }: Part<Schema>,
): DraftMessage {
  if (!isIdentifier(name))
    reportProblem(planning, pointer, `"${name}" is not a valid message name in protobuf; use letters, digits and _`);
  const message: DraftMessage = {
    name,
    fullName: joinName(scope.fullName, name),
    fields: [],
    oneofs: [],
    reserved: [],
    messages: [],
    enums: [],
    open: true,
    aliases: usableAliases(planning, value['x-message-aliases'], childPointer(pointer, 'x-message-aliases')),
    description: value.description,
    pointer,
  };
  scope.messages.push(message);
  return message;
}
