// Check: 64-bit integers declared as strings are returned as such.

import type { Finding } from '../../openapi/finding.ts';
import { valueAtPointer, withWildcardIndexes } from '../../schema/json-pointer.ts';
import type { CheckFinding, Exchange } from '../cases/test-case.ts';
import { locateBodyViolation } from '../responses/locate-violation.ts';

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
  appliesTo: ({ decoded: { findings } }: Exchange) => findings !== undefined,
  *validate({ operation, response: { status }, decoded: { type, value, findings } }: Exchange): Iterable<CheckFinding> {
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

/** Whether a finding is a number instead of a 64-bit integer as a string. */
export function isInteger64AsNumber({ pointer, keyword, message }: Finding, value: unknown): boolean {
  return keyword === 'type' && message.endsWith(', as a string') && typeof valueAtPointer(value, pointer) === 'number';
}
