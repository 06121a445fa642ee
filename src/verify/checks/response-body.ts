// Check: the response body matches its schema.

import type { Check } from '../cases/test-case.ts';
import { findBodyViolations } from '../responses/violations.ts';

export const responseBody: Check = {
  description:
    'A response body matches the schema for its status and media type: types, required properties, enums, patterns, formats, bounds, additional properties. error-body checks error responses.',
  appliesTo: ({ response: { status }, decoded: { findings } }) => status < 400 && findings !== undefined,
  *validate(exchange) {
    if (exchange.response.status < 400) yield* findBodyViolations(exchange);
  },
};
