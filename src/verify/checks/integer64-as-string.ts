// Check: 64-bit integers declared as strings are returned as such.

import { withWildcardIndexes } from '../../schema/json-pointer.ts';
import type { CheckFinding, TestExchange } from '../cases/test-case.ts';
import { isInteger64AsNumber, locateBodyViolation } from '../responses/violations.ts';

/** An integer beyond the precision of a JavaScript number, within signed 64 bits. */
export const LARGE_INTEGER = '9007199254740993';

/** A sent 64-bit integer, and the returned value. */
export interface LargeInteger {
  /** A JSON pointer into the item. */
  readonly pointer: string;
  readonly sent: string;
  readonly returned: unknown;
}

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
  *evaluate({ pointer, sent, returned }: LargeInteger): Iterable<CheckFinding> {
    if (returned === undefined || returned === sent) return;
    yield {
      severity: 'error',
      message: `${pointer} was ${JSON.stringify(sent)} and is returned as ${JSON.stringify(returned)}: digits are lost`,
      cause: `digits ${pointer}`,
    };
  },
};
