// Check: invalid input is rejected.

import { describeFinding } from '../../openapi/finding.ts';
import type { Check } from '../cases/trial.ts';
import { brokenInRequest } from '../responses/broken-place.ts';
import { isUndeclaredRedirect } from '../responses/declared.ts';
import { kindOfViolation } from '../responses/violation.ts';

export const invalidInputRejected: Check = {
  meaning:
    'A request that violates the document is rejected with 4xx: a wrong type, a value out of bounds, a body that cannot be parsed, an undeclared media type.',
  concerns: ({ meant: expectation }) => expectation.kind === 'invalid',
  *judge({ operation, meant: expectation, answer: { status }, what }) {
    if (expectation.kind !== 'invalid' || status >= 400 || isUndeclaredRedirect(operation, status)) return;
    const why = expectation.finding ? `: ${describeFinding(expectation.finding)}` : '';
    yield {
      severity: 'error',
      message: `accepted with ${status}, but invalid: ${what}${why}`,
      ...(expectation.finding && { pointer: brokenInRequest(operation, expectation.finding) }),
      // A server that ignores a kind of constraint gets one finding.
      cause: expectation.finding ? kindOfViolation(expectation.finding) : what,
    };
  },
};
