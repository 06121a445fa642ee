// Checks the examples in the document.

import type { Operation } from '../../openapi/document.ts';
import { examplesValid } from '../checks/examples-valid.ts';
import type { Run } from '../run.ts';
import { NO_RESPONSE } from '../session.ts';
import type { CheckFinding, Exchange } from './trial.ts';

/** Reports invalid examples of an operation, each once. */
export function checkExamples({ document, session, reported: told }: Run, operation: Operation): void {
  const findings: CheckFinding[] = [];
  for (const finding of examplesValid.validate(document, operation)) {
    if (told.has(finding.cause ?? '')) continue;
    told.add(finding.cause ?? '');
    findings.push(finding);
  }
  const { method, path } = operation;
  const placeholder: Exchange = {
    operation,
    phase: 'examples',
    description: 'no request: the example is in the document',
    expectation: { kind: 'open' },
    request: {
      method,
      target: path,
      headers: [],
      body: undefined,
      rawParameters: { path: {}, query: '', headers: {} },
    },
    response: NO_RESPONSE,
    decoded: { type: undefined, value: undefined },
  };
  session.report('examples-valid', placeholder, findings);
}
