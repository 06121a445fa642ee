// A refusal says what was wrong, as it is declared.

import { declaredFor } from '../declared.ts';
import type { Check } from '../trial.ts';

export const errorBody: Check = {
  meaning:
    'A refusal (4xx) for which the document has a body is no page of a framework: it is not HTML where something else is declared.',
  concerns: ({ answer: { status } }) => status >= 400 && status < 500,
  *judge({ operation, answer: { status, headers }, meant }) {
    if (status < 400 || status >= 500 || meant.kind === 'method' || meant.kind === 'head') return;
    const declared = declaredFor(operation, status);
    const isHtml = /^text\/html\b/i.test(headers['content-type'] ?? '');
    if (declared || !isHtml) return;
    yield { severity: 'remark', message: `the refusal ${status} is a page in HTML, and not declared`, cause: 'html' };
  },
};
