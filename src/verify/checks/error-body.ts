// Check: error bodies match their schema.

import type { Check, Exchange } from '../cases/trial.ts';
import { bodyComplaints } from '../responses/body-complaints.ts';
import { declaredFor } from '../responses/declared.ts';

export const errorBody: Check = {
  meaning:
    'The body of an error response (4xx, 5xx) matches its schema. (response-body checks other responses.) Clients read it to find out what they did wrong. An HTML page for an undeclared error is a warning.',
  concerns: (exchange) =>
    exchange.answer.status >= 400 && (exchange.read.findings !== undefined || isStrayPage(exchange)),
  *judge(exchange) {
    const { status } = exchange.answer;
    if (status < 400) return;
    yield* bodyComplaints(exchange);
    if (isStrayPage(exchange))
      yield { severity: 'warning', message: `error response ${status} is an undeclared HTML page`, cause: 'html' };
  },
};

/** Whether a response is an undeclared page, as frameworks send them. */
function isStrayPage({ operation, answer: { status, headers } }: Exchange): boolean {
  return !declaredFor(operation, status) && /^text\/html\b/i.test(headers['content-type'] ?? '');
}
