// Checks numbers and names of the fields of a message.

import { childPointer } from '../../schema/json-pointer.ts';
import type { ObjectShape } from './object-shape.ts';
import type { FieldPlan } from './plan.ts';
import { type DraftMessage, type Planning, reportProblem } from './planning.ts';

/** The maximum field number, and the range reserved by protobuf. */
const MAX_NUMBER = 2 ** 29 - 1;
const KEPT = { first: 19_000, last: 19_999 };

/** Reports reserved numbers that are no valid field numbers. */
export function checkReserved(planning: Planning, { reserved, pointer }: DraftMessage): void {
  for (const number of reserved) {
    const reason = whyNoNumber(number);
    if (reason)
      reportProblem(
        planning,
        childPointer(pointer, 'x-reserved-numbers'),
        `the number ${JSON.stringify(number)} ${reason}`,
      );
  }
}

/** Reports numbers that are none, are reserved, or are given twice. */
export function checkNumbers(
  planning: Planning,
  { fields, reserved }: DraftMessage,
  numbers: ObjectShape['numbers'],
): void {
  const owners = new Map<number, string>();
  for (const { jsonName, number, pointer: own } of fields) {
    const pointer = numbers.get(jsonName)?.pointer ?? own;
    const owner = owners.get(number);
    const reason = whyNoNumber(number) ?? (reserved.includes(number) ? 'is reserved (x-reserved-numbers)' : undefined);
    if (reason) reportProblem(planning, pointer, `the number ${JSON.stringify(number)} ${reason}`);
    else if (owner !== undefined)
      reportProblem(planning, pointer, `number ${number} is used for both "${owner}" and "${jsonName}"`);
    owners.set(number, jsonName);
  }
}

/** Why a field number is invalid; undefined if it is valid. */
function whyNoNumber(number: unknown): string | undefined {
  if (!Number.isInteger(number) || (number as number) < 1 || (number as number) > MAX_NUMBER)
    return `is not from 1 to ${MAX_NUMBER}`;
  const isKept = (number as number) >= KEPT.first && (number as number) <= KEPT.last;
  return isKept ? `is in the range ${KEPT.first} to ${KEPT.last}, which protobuf reserves` : undefined;
}

/** Reports properties that have one name in protobuf. */
export function checkNames(planning: Planning, fields: readonly FieldPlan[]): void {
  const owners = new Map<string, string>();
  for (const { jsonName, name, pointer } of fields) {
    const owner = owners.get(name);
    if (owner === jsonName)
      reportProblem(planning, pointer, `"${jsonName}" is both a parameter and a property of the body`);
    else if (owner !== undefined)
      reportProblem(planning, pointer, `"${owner}" and "${jsonName}" are both "${name}" in protobuf`);
    owners.set(name, jsonName);
  }
}
