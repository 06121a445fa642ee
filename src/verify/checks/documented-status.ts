// Check: the response status is declared.

import type { Check } from '../cases/test-case.ts';
import { findDeclaredResponse } from '../responses/declared-response.ts';

export const documentedStatus: Check = {
  description:
    'Each response status is declared for its operation: by its code, by its range (2XX) or by `default`. Undeclared 2xx and 3xx statuses are findings, unless the operation declares no final status at all (1xx is not final). Undeclared 4xx statuses are warnings, because a document need not list them all.',
  *validate({ operation, response: { status } }) {
    if (findDeclaredResponse(operation, status) || status >= 500) return;
    const keys = operation.responses.all.map(({ key }) => key);
    const declared = keys.join(', ') || 'none';
    const hasSuccess = keys.some((key) => !/^[145]/.test(key));
    const severity = status >= 400 || !hasSuccess ? 'warning' : 'error';
    const pointer = `${operation.part.pointer}/responses`;
    yield { severity, message: `status ${status} is not declared (declared: ${declared})`, pointer };
  },
};
