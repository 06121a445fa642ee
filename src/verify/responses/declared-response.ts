// The documented response of a status.

import type { Operation } from '../../openapi/document.ts';
import type { OperationResponse } from '../../openapi/operation-responses.ts';

/** The declared response of a status. A single `default` response describes success, not errors. */
export function findDeclaredResponse({ responses }: Operation, status: number): OperationResponse | undefined {
  const response = responses.forStatus(status);
  const isSuccess = /^default$/i.test(response?.key ?? '') && responses.all.length === 1;
  return status >= 400 && isSuccess ? undefined : response;
}

/** Whether a response is an undeclared redirect, which documented-status reports. */
export function isUndeclaredRedirect({ responses }: Operation, status: number): boolean {
  const names = new Set(['3XX', String(status)]);
  return status >= 300 && status < 400 && !responses.all.some(({ key }) => names.has(key.toUpperCase()));
}
