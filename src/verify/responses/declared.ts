// What a document says of an answer that came.

import type { Operation } from '../../openapi/document.ts';
import type { OperationResponse } from '../../openapi/operation-responses.ts';

/** The answer that a document has for a status. A `default` that stands alone describes what becomes of a good request, not how others are refused. */
export function declaredFor({ responses: answers }: Operation, status: number): OperationResponse | undefined {
  const answer = answers.forStatus(status);
  const isSuccess = /^default$/i.test(answer?.key ?? '') && answers.all.length === 1;
  return status >= 400 && isSuccess ? undefined : answer;
}

/** Whether an answer leads elsewhere, and the document names no such: it says neither yes nor no, and is a finding by itself. */
export function isUndeclaredRedirect({ responses: answers }: Operation, status: number): boolean {
  const names = new Set(['3XX', String(status)]);
  return status >= 300 && status < 400 && !answers.all.some(({ key }) => names.has(key.toUpperCase()));
}
