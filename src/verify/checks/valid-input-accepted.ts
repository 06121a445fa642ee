// Check: valid input is not rejected.

import { isRecord } from '../../schema/is-record.ts';
import type { Check } from '../cases/test-case.ts';
import { normalizeResponse } from '../responses/normalize-body.ts';

/** google.rpc.Code: errors with the status 400 that are not about the input. */
const OTHER_CODES = new Set([9, 'FAILED_PRECONDITION', 'failed_precondition']);

export const validInputAccepted: Check = {
  description:
    'A valid request that differs from an accepted request in one value is not rejected with 400 or 422. Other error statuses (404, 409, …) may depend on stored data.',
  appliesTo: ({ expectation }) => expectation.kind === 'valid',
  *validate(exchange) {
    const {
      expectation,
      response: { status },
      decoded: { value },
      description,
      operation,
    } = exchange;
    if (expectation.kind !== 'valid' || (status !== 400 && status !== 422)) return;
    if (isRecord(value) && OTHER_CODES.has(value.code as number)) return;
    yield {
      severity: 'error',
      message: `rejected with ${status}, but valid: ${description}`,
      pointer: operation.part.pointer,
      cause: normalizeResponse(exchange),
    };
  },
};
