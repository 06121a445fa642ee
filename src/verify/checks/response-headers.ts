// Check: response headers match the document.

import { describeFinding } from '../../openapi/finding.ts';
import type { Check } from '../cases/test-case.ts';
import { findDeclaredResponse } from '../responses/declared-response.ts';
import { locateHeaderViolation } from '../responses/violations.ts';

export const responseHeaders: Check = {
  description: 'Required response headers are present, and each declared header matches its schema.',
  appliesTo: ({ operation, response: { status } }) => (operation.responses.forStatus(status)?.headers.length ?? 0) > 0,
  *validate({ operation, response: { status, headers } }) {
    const declared = findDeclaredResponse(operation, status);
    if (!declared || declared.headers.length === 0) return;
    for (const finding of operation.validateHeaders(status, headers)) {
      const cause = `${status} ${finding.header} ${finding.keyword}`;
      const message = `response ${status}: ${describeFinding(finding)}`;
      const pointer = locateHeaderViolation(declared, finding, operation.references);
      yield { severity: 'error', message, pointer, cause };
    }
  },
};
