// Check: responses without a declared body have none.

import type { Check } from '../cases/test-case.ts';

export const noUnexpectedBody: Check = {
  description:
    'A response with status 204 or 304 has no content and does not announce any (RFC 9110, sections 8.6, 15.3.5 and 15.4.5).',
  appliesTo: ({ response: { status } }) => status === 204 || status === 304,
  *validate({ response: { status, headers, body } }) {
    if (status !== 204 && status !== 304) return;
    // The Content-Length of 304 is that of the corresponding 200.
    const announced = status === 204 ? Number(headers['content-length'] ?? 0) : 0;
    if (body.length === 0 && announced === 0) return;
    const what = body.length > 0 ? `has ${body.length} bytes of content` : `announces ${announced} bytes of content`;
    yield { severity: 'error', message: `response ${status} ${what}`, cause: `${status}` };
  },
};
