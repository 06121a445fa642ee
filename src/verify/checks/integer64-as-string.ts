// Check: 64-bit integers declared as strings are returned as such.

import { withWildcardIndexes } from '../../schema/json-pointer.ts';
import type { CheckFinding, TestExchange } from '../cases/test-case.ts';
import { isInteger64AsNumber, locateBodyViolation } from '../responses/violations.ts';
import { integer64Exact, type LargeInteger } from './scenario/integer64-exact.ts';

/** An integer beyond the precision of a double; of 32 bits, a part remains that no server chooses by chance. */
export const LARGE_INTEGER = '9007199400000001';

export const integer64AsString = {
  description:
    'A 64-bit integer that is declared as a string (`type: string` with `format: int64` or `uint64`, as in protobuf JSON) is returned as a string. Many clients round large JSON numbers. An integer beyond 2^53 that was sent is returned with the same digits.',
  appliesTo: ({ decoded: { findings } }: TestExchange) => findings !== undefined,
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
