// Check: an undeclared method is rejected with 405.

import type { Check } from '../cases/test-case.ts';

export const unsupportedMethod: Check = {
  description:
    'A method that the document does not declare for a path is rejected with 405, and the Allow header lists the declared methods (RFC 9110, section 15.5.6). 404 and other error statuses are warnings. Success is a finding.',
  appliesTo: ({ expectation }) => expectation.kind === 'method',
  *validate({ expectation, response: { status, headers }, request: { method } }) {
    if (expectation.kind !== 'method' || status >= 500) return;
    const { allowed } = expectation;
    if (status < 400) {
      yield {
        severity: 'error',
        message: `${method} returned ${status}, but the document declares only ${allowed.join(', ')}`,
        cause: method,
      };
    } else if (status !== 405) {
      yield { severity: 'warning', message: `${method} returned ${status} instead of 405`, cause: 'status' };
    } else {
      const listed = (headers.allow ?? '').split(',').map((one) => one.trim().toUpperCase());
      const missing = allowed.filter((one) => !listed.includes(one));
      if (headers.allow === undefined)
        yield { severity: 'error', message: 'response 405 has no Allow header', cause: 'allow' };
      else if (missing.length > 0)
        yield {
          severity: 'error',
          message: `the Allow header of response 405 does not list ${missing.join(', ')}`,
          cause: 'allow',
        };
    }
  },
};
