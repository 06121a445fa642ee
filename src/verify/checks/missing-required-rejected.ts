// Check: a request without a required part is rejected.

import type { Check } from '../cases/test-case.ts';
import { isUndeclaredRedirect } from '../responses/declared-response.ts';

export const missingRequiredRejected: Check = {
  description: 'A request without a required parameter, property or body is rejected with 4xx.',
  appliesTo: ({ expectation }) => expectation.kind === 'missing',
  *validate({ operation, expectation, response: { status } }) {
    if (expectation.kind !== 'missing' || status >= 400 || isUndeclaredRedirect(operation, status)) return;
    yield {
      severity: 'error',
      message: `accepted with ${status} without ${expectation.what}, which is required`,
      pointer: expectation.pointer,
      cause: `required of ${expectation.what.split(' ')[0]}`,
    };
  },
};
