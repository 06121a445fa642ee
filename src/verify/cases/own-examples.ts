// Checks the examples in the document.

import type { Operation } from '../../openapi/document.ts';
import { examplesValid } from '../checks/examples-valid.ts';
import type { Run } from '../run.ts';
import { NO_ANSWER } from '../session.ts';
import type { Complaint, Exchange } from './trial.ts';

/** Reports invalid examples of an operation, each once. */
export function lookAtExamples({ document, session, told }: Run, operation: Operation): void {
  const complaints: Complaint[] = [];
  for (const complaint of examplesValid.tell(document, operation)) {
    if (told.has(complaint.cause ?? '')) continue;
    told.add(complaint.cause ?? '');
    complaints.push(complaint);
  }
  const { method, path } = operation;
  const nothing: Exchange = {
    operation,
    phase: 'examples',
    what: 'no request: the example is in the document',
    meant: { kind: 'open' },
    call: { method, target: path, headers: [], body: undefined, sent: { path: {}, query: '', headers: {} } },
    answer: NO_ANSWER,
    read: { type: undefined, value: undefined },
  };
  session.tell('examples-valid', nothing, complaints);
}
