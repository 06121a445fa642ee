// Undeclared errors as problem details (RFC 9457).

import { http } from '../node-http.ts';
import type { ApiError } from './api-error.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** An error as problem details. `errors` has the violations, each with its part and JSON Pointer. */
export function createProblemDetails({ status, advice, code, findings }: ApiError): object {
  const requestFindings = findings.filter(({ part }) => part !== 'response');
  const errors = requestFindings.map(({ part, pointer, message }) => ({ part, pointer, detail: message }));
  return {
    type: 'about:blank',
    title: http.STATUS_CODES[status] ?? 'Unknown',
    status,
    detail: advice,
    code,
    ...(errors.length > 0 && { errors }),
  };
}
