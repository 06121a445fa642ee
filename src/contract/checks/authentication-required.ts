// Who is not known is not let in.

import type { Check } from '../trial.ts';

export const authenticationRequired: Check = {
  meaning:
    'An operation with security requirements is not carried out for a caller without credentials, with garbage, or with those of another scheme, also where these are good for other operations: it answers 401, or 403. Where both schemes show tokens in the same way, one that is let in is a remark: it may be good for both. Any other refusal is a remark: it tells something before it asks who is there.',
  concerns: ({ meant }) => meant.kind === 'anonymous',
  *judge({ meant, answer: { status, headers }, what }) {
    if (meant.kind !== 'anonymous' || status >= 500) return;
    if (status < 400)
      yield {
        severity: meant.isAlike ? 'remark' : 'finding',
        message: `answered with ${status} to a caller ${what}`,
        cause: what,
      };
    else if (status !== 401 && status !== 403)
      yield { severity: 'remark', message: `refused a caller ${what} with ${status}, not with 401`, cause: what };
    else if (status === 401 && headers['www-authenticate'] === undefined)
      yield {
        severity: 'remark',
        message: 'the answer 401 has no WWW-Authenticate (RFC 9110, section 15.5.2)',
        cause: 'challenge',
      };
  },
};
