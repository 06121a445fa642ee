// The body of a refusal is what its schema says.

import { bodyComplaints } from '../body-complaints.ts';
import { declaredFor } from '../declared.ts';
import type { Check, Exchange } from '../trial.ts';

export const errorBody: Check = {
  meaning:
    'The body of a refusal or a failure (4xx, 5xx) fits the schema that the document has for it, as response-body has it of other answers: clients read in it what they did wrong. A page in HTML, where the document says nothing of the refusal, is a remark.',
  concerns: (exchange) =>
    exchange.answer.status >= 400 && (exchange.read.findings !== undefined || isStrayPage(exchange)),
  *judge(exchange) {
    const { status } = exchange.answer;
    if (status < 400) return;
    yield* bodyComplaints(exchange);
    if (isStrayPage(exchange))
      yield { severity: 'remark', message: `the refusal ${status} is a page in HTML, and not declared`, cause: 'html' };
  },
};

/** Whether an answer is a page of which the document says nothing, as frameworks have them. */
function isStrayPage({ operation, answer: { status, headers } }: Exchange): boolean {
  return !declaredFor(operation, status) && /^text\/html\b/i.test(headers['content-type'] ?? '');
}
