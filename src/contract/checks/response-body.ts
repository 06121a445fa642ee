// The body of an answer is what its schema says.

import { bodyComplaints } from '../body-complaints.ts';
import type { Check } from '../trial.ts';

export const responseBody: Check = {
  meaning:
    'The body of an answer fits the schema that the document has for its status and media type: types, required properties, enums, patterns, formats, bounds, and what is closed. Those of refusals and failures are looked at by error-body.',
  concerns: ({ answer: { status }, read: { findings } }) => status < 400 && findings !== undefined,
  *judge(exchange) {
    if (exchange.answer.status < 400) yield* bodyComplaints(exchange);
  },
};
