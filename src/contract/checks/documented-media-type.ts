// The body of an answer is in a media type that is declared for it.

import { declaredFor } from '../declared.ts';
import type { Check } from '../trial.ts';

/** Answers without content, whatever a document says of them (RFC 9110, section 6.4.1). */
const MAY_BE_EMPTY = new Set([204, 205, 304]);

export const documentedMediaType: Check = {
  meaning:
    'The Content-Type of a body is one that the document has for this status, and the body can be read as it. A body where none is declared is a remark; none where one is declared is a finding.',
  concerns: ({ operation, answer: { status } }) => operation.answers.of(status) !== undefined,
  *judge({ operation, answer: { status, headers, body }, read, call: { method } }) {
    const declared = declaredFor(operation, status);
    if (!declared || method === 'HEAD') return;
    const { pointer } = declared.part;
    const named = declared.mediaTypes.map(({ type }) => type);
    const came = headers['content-type'];
    if (body.length === 0) {
      const isEmpty = !MAY_BE_EMPTY.has(status) && named.length > 0 && named.some((type) => /[/+]json\b/i.test(type));
      if (isEmpty)
        yield {
          severity: 'finding',
          message: `the answer ${status} has no body, and should be ${named.join(' or ')}`,
          pointer,
        };
    } else if (named.length === 0) {
      yield { severity: 'remark', message: `the answer ${status} has a body, and none is declared`, pointer };
    } else if (!read.type) {
      const message = `the answer ${status} is ${came ?? 'of no named media type'}, and should be ${named.join(' or ')}`;
      yield { severity: 'finding', message, pointer };
    } else if (read.problem !== undefined) {
      yield {
        severity: 'finding',
        message: `the answer ${status} cannot be read as ${came}: ${read.problem}`,
        pointer,
      };
    }
  },
};
