// Check: response headers match the document.

import { describeFinding } from '../../openapi/finding.ts';
import type { Check } from '../cases/trial.ts';
import { brokenInHeader } from '../responses/broken-place.ts';
import { declaredFor } from '../responses/declared.ts';

export const responseHeaders: Check = {
  meaning: 'Required response headers are present, and each declared header matches its schema.',
  concerns: ({ operation, answer: { status } }) => (operation.responses.forStatus(status)?.headers.length ?? 0) > 0,
  *judge({ operation, answer: { status, headers } }) {
    const declared = declaredFor(operation, status);
    if (!declared || declared.headers.length === 0) return;
    for (const finding of operation.validateHeaders(status, headers)) {
      const cause = `${status} ${finding.header} ${finding.keyword}`;
      const message = `response ${status}: ${describeFinding(finding)}`;
      const pointer = brokenInHeader(declared, finding, operation.references);
      yield { severity: 'error', message, pointer, cause };
    }
  },
};
