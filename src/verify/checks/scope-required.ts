// Check: valid credentials without the required scopes are rejected.

import type { Check } from '../cases/test-case.ts';

export const scopeRequired: Check = {
  description:
    'An operation that requires scopes returns 403 (or 401) to a valid token without them (--auth-unscoped, --client-unscoped). Other 4xx statuses are warnings, and so is 401: then the server may not accept this token at all.',
  appliesTo: ({ expectation }) => expectation.kind === 'unscoped',
  *validate({ expectation, response: { status }, description }) {
    if (expectation.kind !== 'unscoped' || status >= 500 || status === 403 || status === 404) return;
    yield {
      severity: status < 400 ? 'error' : 'warning',
      message:
        status < 400
          ? `${status} for a request ${description}`
          : status === 401
            ? `401 for a request ${description}: the server may not accept this token for any operation`
            : `${status} instead of 403 for a request ${description}`,
      cause: 'scope',
    };
  },
};
