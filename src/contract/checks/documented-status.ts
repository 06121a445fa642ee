// An answer has a status that its operation declares.

import { declaredFor } from '../declared.ts';
import type { Check } from '../trial.ts';

export const documentedStatus: Check = {
  meaning:
    'Each status that comes back is one that the operation declares, by itself, by its class (2XX) or by default. Success and redirection must be declared, unless the document names none that an answer ends with (1xx goes before another one). A refusal (4xx) that is not declared is a remark: a document need not name them all.',
  *judge({ operation, answer: { status } }) {
    if (declaredFor(operation, status) || status >= 500) return;
    const keys = operation.answers.all.map(({ key }) => key);
    const declared = keys.join(', ') || 'none';
    const hasSuccess = keys.some((key) => !/^[145]/.test(key));
    const severity = status >= 400 || !hasSuccess ? 'remark' : 'finding';
    const pointer = `${operation.part.pointer}/responses`;
    yield { severity, message: `the status ${status} is not declared (there are ${declared})`, pointer };
  },
};
