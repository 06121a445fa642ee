// Check: the response body matches its schema.

import type { Check } from '../cases/trial.ts';
import { bodyComplaints } from '../responses/body-complaints.ts';

export const responseBody: Check = {
  meaning:
    'A response body matches the schema for its status and media type: types, required properties, enums, patterns, formats, bounds, additional properties. error-body checks error responses.',
  concerns: ({ answer: { status }, read: { findings } }) => status < 400 && findings !== undefined,
  *judge(exchange) {
    if (exchange.answer.status < 400) yield* bodyComplaints(exchange);
  },
};
