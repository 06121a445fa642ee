// A method that a path has not is refused as such.

import type { Check } from '../trial.ts';

export const unsupportedMethod: Check = {
  meaning:
    'A method that the document does not have for a path is answered with 405, and Allow names those that there are (RFC 9110, section 15.5.6). 404 and other refusals are remarks; an answer of success is a finding.',
  concerns: ({ meant }) => meant.kind === 'method',
  *judge({ meant, answer: { status, headers }, call: { method } }) {
    if (meant.kind !== 'method' || status >= 500) return;
    const { allowed } = meant;
    if (status < 400) {
      yield {
        severity: 'finding',
        message: `${method} is answered with ${status}, and the document has only ${allowed.join(', ')}`,
        cause: method,
      };
    } else if (status !== 405) {
      yield { severity: 'remark', message: `${method} is refused with ${status}, not with 405`, cause: 'status' };
    } else {
      const told = (headers.allow ?? '').split(',').map((one) => one.trim().toUpperCase());
      const missing = allowed.filter((one) => !told.includes(one));
      if (headers.allow === undefined)
        yield { severity: 'finding', message: 'the answer 405 has no Allow', cause: 'allow' };
      else if (missing.length > 0)
        yield {
          severity: 'finding',
          message: `the Allow of the answer 405 does not name ${missing.join(', ')}`,
          cause: 'allow',
        };
    }
  },
};
