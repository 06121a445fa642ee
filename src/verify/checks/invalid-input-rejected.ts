// Check: invalid input is rejected.

import { describeFinding } from '../../openapi/finding.ts';
import type { Check } from '../cases/trial.ts';
import { locateRequestViolation } from '../responses/broken-place.ts';
import { isUndeclaredRedirect } from '../responses/declared.ts';
import { classifyViolation } from '../responses/violation.ts';

export const invalidInputRejected: Check = {
  description:
    'A request that violates the document is rejected with 4xx: a wrong type, a value out of bounds, a body that cannot be parsed, an undeclared media type.',
  appliesTo: ({ expectation }) => expectation.kind === 'invalid',
  *validate({ operation, expectation, response: { status }, description: what }) {
    if (expectation.kind !== 'invalid' || status >= 400 || isUndeclaredRedirect(operation, status)) return;
    const why = expectation.finding ? `: ${describeFinding(expectation.finding)}` : '';
    yield {
      severity: 'error',
      message: `accepted with ${status}, but invalid: ${what}${why}`,
      ...(expectation.finding && { pointer: locateRequestViolation(operation, expectation.finding) }),
      // A server that ignores a kind of constraint gets one finding.
      cause: expectation.finding ? classifyViolation(expectation.finding) : what,
    };
  },
};
