// HEAD is answered as GET, without the body.

import type { Check } from '../trial.ts';

export const headAsGet: Check = {
  meaning:
    'HEAD has the status and the media type that GET has (RFC 9110, section 9.3.2). A server that refuses HEAD with 404, 405 or 501 is a remark.',
  concerns: ({ meant }) => meant.kind === 'head',
  *judge({ meant, answer: { status, headers } }) {
    if (meant.kind !== 'head') return;
    const { get } = meant;
    if (status === 404 || status === 405 || status === 501)
      yield { severity: 'remark', message: `HEAD is refused with ${status}`, cause: 'refused' };
    else if (status !== get.status)
      yield {
        severity: 'finding',
        message: `HEAD is answered with ${status}, and GET with ${get.status}`,
        cause: 'status',
      };
    else if (headers['content-type'] !== get.headers['content-type'])
      yield {
        severity: 'finding',
        message: `HEAD says ${headers['content-type'] ?? 'no media type'}, and GET ${get.headers['content-type'] ?? 'none'}`,
        cause: 'type',
      };
  },
};
