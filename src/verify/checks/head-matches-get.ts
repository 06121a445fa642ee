// Check: HEAD returns the same as GET, without the body.

import type { Check } from '../cases/test-case.ts';

export const headMatchesGet: Check = {
  description:
    'HEAD returns the same status and media type as GET (RFC 9110, section 9.3.2). HEAD rejected with 404, 405 or 501 is a warning.',
  appliesTo: ({ expectation }) => expectation.kind === 'head',
  *validate({ expectation, response: { status, headers } }) {
    if (expectation.kind !== 'head') return;
    const { get } = expectation;
    if (status === 404 || status === 405 || status === 501)
      yield { severity: 'warning', message: `HEAD is rejected with ${status}`, cause: 'rejected' };
    else if (status !== get.status)
      yield {
        severity: 'error',
        message: `HEAD returned ${status}, GET returned ${get.status}`,
        cause: 'status',
      };
    else if (headers['content-type'] !== get.headers['content-type'])
      yield {
        severity: 'error',
        message: `HEAD returned Content-Type ${headers['content-type'] ?? '(none)'}, GET returned ${get.headers['content-type'] ?? '(none)'}`,
        cause: 'type',
      };
  },
};
