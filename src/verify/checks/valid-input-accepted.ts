// Check: valid input is not rejected.

import { isRecord } from '../../schema/is-record.ts';
import type { Check, TestExchange } from '../cases/test-case.ts';
import { jsonIn } from '../requests/json-body.ts';
import { classifyReason } from '../responses/business-rule.ts';
import { normalizeResponse } from '../responses/normalize-body.ts';
import { findRejectionReason } from '../responses/rejection-reason.ts';

/** google.rpc.Code: errors with the status 400 that are not about the input. */
const OTHER_CODES = new Set([9, 'FAILED_PRECONDITION', 'failed_precondition']);

export const validInputAccepted: Check = {
  description:
    'A valid request is not rejected with 400 or 422. `verify` changes one value of the starting request of the operation, which the server accepted. Other error statuses (404, 409, …) may depend on stored data. A rejection with a reason that no schema can express, such as a name that is reserved, is a warning. A reason that the server also gives to invalid requests is none. (example-accepted checks the examples of the document.)',
  appliesTo: ({ expectation }) => expectation.kind === 'valid',
  *validate(exchange) {
    const { expectation, response, decoded, description, operation } = exchange;
    const { status } = response;
    if (expectation.kind !== 'valid' || (status !== 400 && status !== 422)) return;
    if (isRecord(decoded.value) && OTHER_CODES.has(decoded.value.code as number)) return;
    const { text, isMessage } = findRejectionReason(exchange);
    const kind = isMessage ? classifyReason(text, listNames(exchange)) : 'constraint';
    const rejected = `rejected with ${status}${isMessage ? ` (${text})` : ''}`;
    const messageOfError = `${rejected}, but valid: ${description}`;
    const facts = { pointer: operation.part.pointer, cause: normalizeResponse(exchange) };
    if (kind === 'constraint') yield { severity: 'error', message: messageOfError, ...facts };
    else
      yield {
        severity: 'warning',
        message: `${rejected} by a rule that no schema can express: ${description}`,
        ...facts,
        ...(kind === 'unclear' && { messageOfError }),
      };
  },
};

/** The names of the operation, of its parameters, and of the properties of the body. */
function listNames({ operation, request }: TestExchange): readonly string[] {
  const body = jsonIn(request.body);
  return [
    operation.id,
    operation.path,
    ...operation.parameters.map(({ name }) => name),
    ...(isRecord(body) ? Object.keys(body) : []),
  ];
}
