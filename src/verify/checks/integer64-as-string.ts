// Check: 64-bit integers declared as strings are returned as such.

import type { References } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { withWildcardIndexes } from '../../schema/json-pointer.ts';
import type { CheckFinding, TestExchange } from '../cases/test-case.ts';
import { isInteger64AsNumber, locateBodyViolation } from '../responses/violations.ts';
import { integer64Exact, type LargeInteger } from './scenario/integer64-exact.ts';

/** An integer beyond the precision of a double; of 32 bits, a part remains that no server chooses by chance. */
export const LARGE_INTEGER = '9007199400000001';

export const integer64AsString = {
  description:
    'A 64-bit integer that is declared as a string (`type: string` with `format: int64` or `uint64`, as in protobuf JSON) is returned as a string. Many clients round large JSON numbers. An integer beyond 2^53 that was sent is returned with the same digits.',
  appliesTo: ({ operation: { references }, decoded: { type, value, findings } }: TestExchange) =>
    findings !== undefined &&
    (hasInteger64Text(type?.schema?.value, references) || findings().some((one) => isInteger64AsNumber(one, value))),
  *validate({
    operation,
    response: { status },
    decoded: { type, value, findings },
  }: TestExchange): Iterable<CheckFinding> {
    if (!type || !findings) return;
    for (const finding of findings()) {
      if (!isInteger64AsNumber(finding, value)) continue;
      const message = `response ${status}: ${finding.pointer} is a number, but must be a string: many clients round 64-bit integers`;
      yield {
        severity: 'error',
        message,
        pointer: locateBodyViolation(type, value, finding, operation.references),
        cause: `${status} ${withWildcardIndexes(finding.pointer)}`,
      };
    }
  },
  evaluate: (facts: LargeInteger) => integer64Exact.evaluate(facts),
};

/** Maximum number of inspected parts of a schema. */
const MAX_PARTS = 20_000;
const INTEGER64 = new Set(['int64', 'uint64']);
const known = new WeakMap<object, boolean>();

/** Whether a schema contains a 64-bit integer as a string. */
function hasInteger64Text(schema: unknown, references: References): boolean {
  if (!isRecord(schema)) return false;
  const isFound = known.get(schema) ?? findInteger64Text(schema, references);
  known.set(schema, isFound);
  return isFound;
}

function findInteger64Text(schema: object, references: References): boolean {
  const parts = new Set<unknown>([schema]);
  for (const part of parts) {
    if (parts.size > MAX_PARTS) return true;
    const whole = isRecord(part) ? references.resolveValue<unknown>(part) : undefined;
    if (whole !== undefined) parts.add(whole);
    if (isRecord(part) && INTEGER64.has(String(part.format)) && [part.type].flat().includes('string')) return true;
    const inside = isRecord(part) || Array.isArray(part) ? Object.values(part) : [];
    for (const one of inside) if (isRecord(one) || Array.isArray(one)) parts.add(one);
  }
  return false;
}
