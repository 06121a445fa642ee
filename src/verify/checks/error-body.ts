// Check: error bodies match their schema.

import type { Check, TestExchange } from '../cases/test-case.ts';
import { findDeclaredResponse } from '../responses/declared-response.ts';
import { findBodyViolations } from '../responses/violations.ts';

export const errorBody: Check = {
  description:
    'The body of an error response (4xx, 5xx) matches its schema. (response-body checks other responses.) Clients read it to find out what they did wrong. An HTML page for an undeclared error is a warning.',
  appliesTo: (exchange) =>
    exchange.response.status >= 400 && (exchange.decoded.findings !== undefined || isStrayPage(exchange)),
  *validate(exchange) {
    const { status } = exchange.response;
    if (status < 400) return;
    yield* findBodyViolations(exchange);
    if (isStrayPage(exchange))
      yield { severity: 'warning', message: `error response ${status} is an undeclared HTML page`, cause: 'html' };
  },
};

/** Whether a response is an undeclared page, as frameworks send them. */
function isStrayPage({ operation, response: { status, headers } }: TestExchange): boolean {
  return !findDeclaredResponse(operation, status) && /^text\/html\b/i.test(headers['content-type'] ?? '');
}
