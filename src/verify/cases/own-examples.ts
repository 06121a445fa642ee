// Checks the examples in the document.

import type { Operation } from '../../openapi/document.ts';
import { examplesValid } from '../checks/examples-valid.ts';
import type { Run } from '../run.ts';
import { NO_ANSWER } from '../session.ts';
import type { Complaint, Exchange } from './trial.ts';

/** Reports invalid examples of an operation, each once. */
export function lookAtExamples({ document, session, told }: Run, operation: Operation): void {
  const findings: Complaint[] = [];
  for (const finding of examplesValid.tell(document, operation)) {
    if (told.has(finding.cause ?? '')) continue;
    told.add(finding.cause ?? '');
    findings.push(finding);
  }
  const { method, path } = operation;
  const placeholder: Exchange = {
    operation,
    phase: 'examples',
    what: 'no request: the example is in the document',
    meant: { kind: 'open' },
    call: { method, target: path, headers: [], body: undefined, sent: { path: {}, query: '', headers: {} } },
    answer: NO_ANSWER,
    read: { type: undefined, value: undefined },
  };
  session.tell('examples-valid', placeholder, findings);
}
