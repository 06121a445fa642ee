// Check: the examples of the document are accepted.

import { changesReference } from '../cases/cursors-and-references.ts';
import type { Check } from '../cases/test-case.ts';
import { findRejectionReason, isAboutDuplicate } from '../responses/rejection-reason.ts';

/** Rejections of any request: by access control, by the HTTP layer, or by a limit. */
const GENERAL = new Set([401, 403, 405, 406, 408, 413, 414, 415, 429, 431]);

/** Rejections that depend on stored data, such as an item that exists already. */
const BY_STATE = new Set([404, 409, 410, 412, 423, 424, 425, 428]);

export const exampleAccepted: Check = {
  description:
    'A request that consists of examples of the document is not rejected with 4xx. General rejections (401, 403, 405, 406, 413, 415, 429) do not count. Warnings are: rejections that depend on stored data (404, 409, 410, 412, 423, 424, 428), and examples with ids of items that may not exist.',
  appliesTo: ({ example }) => example !== undefined,
  *validate({ example, response, decoded, operation }) {
    const { status } = response;
    if (!example || status < 400 || status >= 500 || GENERAL.has(status)) return;
    const { text } = findRejectionReason({ response, decoded });
    const isOpen = BY_STATE.has(status) || isAboutDuplicate(text) || changesReference({}, example.value);
    const name = example.name === '' ? 'the example of the document' : `the example ${example.name} of the document`;
    yield {
      severity: isOpen ? 'warning' : 'error',
      message: `example rejected: ${name} is rejected with ${status}${text && `: ${text}`}`,
      pointer: example.pointer || operation.part.pointer,
      cause: `${status} ${example.pointer}`,
    };
  },
};
