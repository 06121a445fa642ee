// Check: unauthenticated requests are rejected.

import type { Check } from '../cases/test-case.ts';

export const authenticationRequired: Check = {
  description:
    'An operation with security requirements returns 401 (or 403) to requests without credentials, with invalid credentials, with expired ones (--auth-expired), and with credentials of another scheme, even if they are valid for other operations. With --auth-other, changed copies of a JSON Web Token are sent, too: expired, with a wrong signature, unsigned. Where both schemes send tokens in the same way, an accepted token is a warning: it may be valid for both. Other 4xx statuses are warnings: they reveal something before the caller is authenticated.',
  appliesTo: ({ expectation }) => expectation.kind === 'anonymous',
  *validate({ expectation, response: { status, headers }, description }) {
    if (expectation.kind !== 'anonymous' || status >= 500) return;
    if (status < 400)
      yield {
        severity: expectation.isAlike ? 'warning' : 'error',
        message: `${status} for a request ${description}`,
        cause: 'accepted',
      };
    else if (status !== 401 && status !== 403)
      yield {
        severity: 'warning',
        message: `${status} instead of 401 for a request ${description}`,
        cause: `${status}`,
      };
    else if (status === 401 && headers['www-authenticate'] === undefined)
      yield {
        severity: 'warning',
        message: 'response 401 has no WWW-Authenticate header (RFC 9110, section 15.5.2)',
        cause: 'challenge',
      };
  },
};
