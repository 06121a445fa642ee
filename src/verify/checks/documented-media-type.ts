// Check: the response body has a declared media type.

import type { Check } from '../cases/test-case.ts';
import { findDeclaredResponse } from '../responses/declared-response.ts';

/** Statuses without content, whatever a document declares (RFC 9110, section 6.4.1). */
const MAY_BE_EMPTY = new Set([204, 205, 304]);

export const documentedMediaType: Check = {
  description:
    'The Content-Type of a response body is declared for its status, and the body can be decoded. A body is a warning where none is declared. A missing body is a finding where one is declared.',
  appliesTo: ({ operation, response: { status } }) => operation.responses.forStatus(status) !== undefined,
  *validate({ operation, response: { status, headers, body, isStart }, decoded, request: { method } }) {
    const declared = findDeclaredResponse(operation, status);
    if (!declared || method === 'HEAD') return;
    const { pointer } = declared.part;
    const declaredTypes = declared.mediaTypes.map(({ type }) => type);
    const contentType = headers['content-type'];
    if (body.length === 0 && !isStart) {
      const isEmpty =
        !MAY_BE_EMPTY.has(status) && declaredTypes.length > 0 && declaredTypes.some((type) => /[/+]json\b/i.test(type));
      if (isEmpty)
        yield {
          severity: 'error',
          message: `response ${status} has no body, expected ${declaredTypes.join(' or ')}`,
          pointer,
        };
    } else if (declaredTypes.length === 0) {
      yield { severity: 'warning', message: `response ${status} has a body, but none is declared`, pointer };
    } else if (!decoded.type) {
      const type = contentType === undefined ? 'has no Content-Type' : `is ${contentType}`;
      const message = `response ${status} ${type}, expected ${declaredTypes.join(' or ')}`;
      yield { severity: 'error', message, pointer };
    } else if (decoded.problem !== undefined) {
      yield {
        severity: 'error',
        message: `response ${status} cannot be decoded as ${contentType}: ${decoded.problem}`,
        pointer,
      };
    }
  },
};
