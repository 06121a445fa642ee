// Plans an object as a protobuf message.

import { checkNames, checkNumbers, checkReserved } from './field-checks.ts';
import { snakeCase } from './names.ts';
import { type ObjectShape, objectShape } from './object-shape.ts';
import type { FieldPlan } from './plan.ts';
import { planField } from './plan-field.ts';
import { type Planning, reportProblem, type UnfilledMessage } from './planning.ts';

/** Adds a field for each property, and checks them together. `further`: existing fields. */
export function fillMessage(
  planning: Planning,
  { message, part }: UnfilledMessage,
  further: readonly FieldPlan[] = [],
): void {
  const shape = objectShape(planning.references, part);
  const { properties, numbers, disagreeing, required } = shape;
  const choices = choicesOf(planning, shape);
  for (const [name, { pointer }] of numbers) {
    if (!properties.has(name)) reportProblem(planning, pointer, `property "${name}" not found`);
  }
  for (const { pointer } of disagreeing)
    reportProblem(planning, pointer, 'another part of this object has a different number');
  const fields = [...properties].flatMap(([jsonName, property]) => {
    const number = numbers.get(jsonName)?.value;
    if (number === undefined)
      reportProblem(planning, property.pointer, `property "${jsonName}" has no number in x-field-numbers`, {
        word: 'x-field-numbers',
        at: property.pointer.slice(0, property.pointer.lastIndexOf('/properties/')),
        name: jsonName,
        within: message.fullName,
        taken: [
          ...[...numbers.values()].map(({ value }) => value),
          ...further.map((one) => one.number),
          ...shape.reserved,
        ],
      });
    const frame = {
      jsonName,
      number: (number ?? 0) as number,
      oneof: choices.get(jsonName),
      required: required.has(jsonName),
    };
    // Also without a number, so that problems below are reported.
    const field = planField(planning, property, frame, message);
    return number === undefined ? [] : (field ?? []);
  });
  message.open = shape.open;
  message.reserved = [...new Set(shape.reserved)];
  message.fields = inOrder([...further, ...fields]);
  message.oneofs = [...new Set(message.fields.flatMap(({ oneof }) => oneof ?? []))];
  checkReserved(planning, message);
  checkNumbers(planning, message, numbers);
  checkNames(planning, message.fields);
}

/** By number; fields of a oneof together, at the position of the first. */
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
      reportProblem(planning, pointer, `each entry of x-oneofs needs a name and a list of properties`);
      continue;
    }
    for (const member of members) {
      if (!properties.has(member)) reportProblem(planning, pointer, `property "${member}" of x-oneofs not found`);
      else if (required.has(member))
        reportProblem(planning, pointer, `"${member}" is required and cannot be a member of x-oneofs`);
      else if (choices.has(member)) reportProblem(planning, pointer, `"${member}" is in two entries of x-oneofs`);
      else choices.set(member, name);
    }
  }
  return choices;
}
