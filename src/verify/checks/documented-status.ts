// Check: the response status is declared.

import type { Operation } from '../../openapi/document.ts';
import type { Check } from '../cases/test-case.ts';
import { findDeclaredResponse } from '../responses/declared-response.ts';

/** Rejections by the HTTP layer, by access control or by a proxy, of which documents rarely speak. */
const GENERAL = new Set([401, 403, 405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 429, 431]);

/** A mock server sets it where its document declares no status for an error. */
const UNDECLARED_HEADER = 'x-understudy-undeclared';

export const documentedStatus: Check = {
  description:
    'Each response status is declared for its operation: by its code, by its range (2XX) or by `default`. Undeclared 2xx and 3xx statuses are findings, unless the operation declares no final status at all (1xx is not final). So is an undeclared 4xx status if the operation declares any 4xx status. Warnings are: general rejections (401, 403, 405, 406, 413, 415, 429 and others of the HTTP layer), and what a mock server marks as undeclared.',
  *validate({ operation, response: { status, headers } }) {
    if (findDeclaredResponse(operation, status) || status >= 500) return;
    const declared = operation.responses.all.map(({ key }) => key).join(', ') || 'none';
    yield {
      severity: isListed(operation, status) && !headers[UNDECLARED_HEADER] ? 'error' : 'warning',
      message: `status ${status} is not declared (declared: ${declared})`,
      pointer: `${operation.part.pointer}/responses`,
    };
  },
};

/** Whether the document lists the statuses of this class, so that another one is a finding. */
function isListed({ responses }: Operation, status: number): boolean {
  const keys = responses.all.map(({ key }) => key);
  if (status < 400) return keys.some((key) => !/^[145]/.test(key));
  return !GENERAL.has(status) && keys.some((key) => /^4\d\d$/.test(key));
}
