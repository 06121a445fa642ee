// Check: a request without a required part is rejected.

import type { Check } from '../cases/trial.ts';
import { isUndeclaredRedirect } from '../responses/declared.ts';

export const missingRequiredRejected: Check = {
  meaning: 'A request without a required parameter, property or body is rejected with 4xx.',
  concerns: ({ meant }) => meant.kind === 'missing',
  *judge({ operation, meant, answer: { status } }) {
    if (meant.kind !== 'missing' || status >= 400 || isUndeclaredRedirect(operation, status)) return;
    yield {
      severity: 'error',
      message: `accepted with ${status} without ${meant.what}, which is required`,
      pointer: meant.pointer,
      cause: `required of ${meant.what.split(' ')[0]}`,
    };
  },
};
