// A request without what must be there is refused.

import type { Check } from '../trial.ts';

export const missingRequiredRefused: Check = {
  meaning: 'A request without a required parameter, property or body is answered with 4xx.',
  concerns: ({ meant }) => meant.kind === 'missing',
  *judge({ meant, answer: { status } }) {
    if (meant.kind !== 'missing' || status >= 400) return;
    yield {
      severity: 'finding',
      message: `accepted with ${status} without ${meant.what}, which is required`,
      pointer: meant.pointer,
      cause: `required of ${meant.what.split(' ')[0]}`,
    };
  },
};
