// Whatever is asked, the server does not fail.

import type { Check } from '../trial.ts';

export const noServerError: Check = {
  meaning:
    'No request is answered with a failure of the server (500 and above), be it declared or not: what a client does wrong is told by 4xx. 501 and 503 say that the server cannot answer now, and are remarks.',
  *judge({ answer: { status }, what }) {
    if (status < 500) return;
    const isUnable = status === 501 || status === 503;
    yield {
      severity: isUnable ? 'remark' : 'finding',
      message: isUnable ? `answered with ${status}` : `answered with ${status} (${what})`,
      cause: isUnable ? `${status}` : `${status} ${what.replace(/^.*? /, '')}`,
    };
  },
};
