// Check: the server never returns 5xx.

import type { Check } from '../cases/test-case.ts';
import { normalizeResponse } from '../responses/normalize-body.ts';

export const noServerError: Check = {
  description:
    'No request causes a 5xx status, even a declared one: client errors are reported with 4xx. 501 and 503 are warnings, because the server reports that it cannot respond now.',
  *validate(exchange) {
    const {
      response: { status },
      description,
    } = exchange;
    if (status < 500) return;
    const isUnable = status === 501 || status === 503;
    yield {
      severity: isUnable ? 'warning' : 'error',
      message: isUnable ? `returned ${status}` : `returned ${status} (${description})`,
      cause: isUnable ? `${status}` : normalizeResponse(exchange),
    };
  },
};
