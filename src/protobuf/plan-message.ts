// An object as a protobuf message.

import type { Schema } from '../engine/openapi.ts';
import { below, type Part } from './document-part.ts';
import { checkNames, checkNumbers, checkReserved } from './field-checks.ts';
import { isIdentifier, snakeCase } from './names.ts';
import { type ObjectShape, shapeOf } from './object-shape.ts';
import type { FieldPlan } from './plan.ts';
import { planField } from './plan-field.ts';
import { type DraftMessage, nameIn, type Planning, report, type Scope, usableAliases } from './planning.ts';
import type { Meaning } from './schema-meaning.ts';

/** The message of a schema under `components/schemas`. Its fields are planned later: it may contain itself. */
export function planNamedMessage(planning: Planning, component: string, part: Part<Schema>): DraftMessage {
  const known = planning.named.get(component);
  if (known && 'fields' in known) return known;
  const message = startMessage(planning, planning.root, component, part);
  planning.named.set(component, message);
  planning.pending.push(() => fillMessage(planning, message, shapeOf(planning.document, part)));
  return message;
}

/** The message of an object without a name, under the name of its property; undefined when it contains itself. */
export function planNestedMessage(
  planning: Planning,
  meaning: Meaning,
  scope: Scope,
  name: string,
): DraftMessage | undefined {
  const { open, document } = planning;
  if (open.has(meaning.value))
    return void report(planning, meaning.pointer, 'an object that contains itself must stand under components/schemas');
  open.add(meaning.value);
  const message = startMessage(planning, scope, name, meaning);
  fillMessage(planning, message, shapeOf(document, meaning));
  open.delete(meaning.value);
  return message;
}

/** A message without fields yet, declared in a scope. */
export function startMessage(
  planning: Planning,
  scope: Scope,
  name: string,
  { value, pointer }: Part<Schema>,
): DraftMessage {
  if (!isIdentifier(name))
    report(planning, pointer, `"${name}" cannot be the name of a message in protobuf: only letters, digits and _`);
  const message: DraftMessage = {
    name,
    fullName: nameIn(scope, name),
    fields: [],
    oneofs: [],
    reserved: [],
    messages: [],
    enums: [],
    open: true,
    aliases: usableAliases(planning, value['x-message-aliases'], below(pointer, 'x-message-aliases')),
    description: value.description,
    pointer,
  };
  scope.messages.push(message);
  return message;
}

/** Adds a field for each property, and looks whether all of them fit together. `further`: fields that are there beside them. */
export function fillMessage(
  planning: Planning,
  message: DraftMessage,
  shape: ObjectShape,
  further: readonly FieldPlan[] = [],
): void {
  const { properties, numbers, required } = shape;
  const choices = choicesOf(planning, shape);
  for (const [name, { pointer }] of numbers) {
    if (!properties.has(name)) report(planning, pointer, `there is no property "${name}" to have this number`);
  }
  const fields = [...properties].flatMap(([jsonName, property]) => {
    const number = numbers.get(jsonName)?.value;
    if (number === undefined) {
      report(planning, property.pointer, `the property "${jsonName}" has no number in x-field-numbers`);
      return [];
    }
    const frame = {
      jsonName,
      number: number as number,
      oneof: choices.get(jsonName),
      required: required.has(jsonName),
    };
    return planField(planning, property, frame, message) ?? [];
  });
  message.open = shape.open;
  message.reserved = [...new Set(shape.reserved)];
  message.fields = inOrder([...further, ...fields]);
  message.oneofs = [...new Set(message.fields.flatMap(({ oneof }) => oneof ?? []))];
  checkReserved(planning, message);
  checkNumbers(planning, message, numbers);
  checkNames(planning, message.fields);
}

/** By number; those of one choice together, where the first of them is. */
function inOrder(fields: readonly FieldPlan[]): FieldPlan[] {
  const sorted = [...fields].sort((one, other) => one.number - other.number);
  const groups = new Map(sorted.map(({ oneof, jsonName }) => [oneof ?? `.${jsonName}`, [] as FieldPlan[]]));
  for (const field of sorted) groups.get(field.oneof ?? `.${field.jsonName}`)?.push(field);
  return [...groups.values()].flat();
}

/** The choice of each property that is in one, by its name in protobuf. */
function choicesOf(planning: Planning, { oneofs, properties, required }: ObjectShape): Map<string, string> {
  const choices = new Map<string, string>();
  for (const [oneof, { value: members, pointer }] of oneofs) {
    const name = snakeCase(oneof);
    if (!/^[a-z]/.test(name) || !Array.isArray(members) || members.length === 0) {
      report(planning, pointer, `a choice needs a name and a list of properties`);
      continue;
    }
    for (const member of members) {
      if (!properties.has(member)) report(planning, pointer, `there is no property "${member}" to choose`);
      else if (required.has(member))
        report(planning, pointer, `"${member}" is required, so it cannot be one of a choice`);
      else if (choices.has(member)) report(planning, pointer, `"${member}" is in two choices`);
      else choices.set(member, name);
    }
  }
  return choices;
}
