// Check: the response status is declared.

import type { Operation } from '../../openapi/document.ts';
import type { Check } from '../cases/test-case.ts';
import { findDeclaredResponse } from '../responses/declared-response.ts';

/** Rejections by the HTTP layer, by access control or by a proxy, of which documents rarely speak. */
const GENERAL = new Set([401, 403, 405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 429, 431]);

/** Statuses with one meaning: a document that declares none of them leaves it open how the server rejects. */
const SAME_MEANING = [new Set([400, 422]), new Set([404, 410])];

export const documentedStatus: Check = {
  description:
    'Each response status is declared for its operation: by its code, by its range (2XX) or by `default`. Undeclared 2xx and 3xx statuses are findings, unless the operation declares no final status at all (1xx is not final). So is an undeclared 4xx status if the operation declares 4xx statuses. Warnings are: general rejections (401, 403, 405, 406, 413, 415, 429 and others of the HTTP layer), 400 and 422 where neither is declared, and 404 and 410 where neither is declared.',
  *validate({ operation, response: { status } }) {
    if (findDeclaredResponse(operation, status) || status >= 500) return;
    const declared = operation.responses.all.map(({ key }) => key).join(', ') || 'none';
    yield {
      severity: isListed(operation, status) ? 'error' : 'warning',
      message: `status ${status} is not declared (declared: ${declared})`,
      pointer: `${operation.part.pointer}/responses`,
    };
  },
};

/** Whether the document lists the statuses of this kind, so that another one is a finding. */
function isListed({ responses }: Operation, status: number): boolean {
  const keys = responses.all.map(({ key }) => key);
  if (status < 400) return keys.some((key) => !/^[145]/.test(key));
  if (GENERAL.has(status)) return false;
  const alike = SAME_MEANING.find((statuses) => statuses.has(status));
  return keys.some((key) => (alike ? alike.has(Number(key)) : /^4\d\d$/.test(key)));
}
