// What the schemas of a document have against the body of an answer.

import { describeFinding } from '../../openapi/finding.ts';
import { withWildcardIndexes } from '../../schema/json-pointer.ts';
import type { Complaint, Exchange } from '../cases/trial.ts';
import { isInteger64AsNumber } from '../checks/integer64-as-string.ts';
import { brokenInBody } from './broken-place.ts';

/** What is wrong with the body of an answer, where there is one to look at. */
export function* bodyComplaints({
  operation,
  answer: { status },
  read: { type, value, findings },
}: Exchange): Generator<Complaint> {
  if (!type || !findings) return;
  for (const finding of findings()) {
    // That is told by a check of its own.
    if (isInteger64AsNumber(finding, value)) continue;
    const cause = `${status} ${withWildcardIndexes(finding.pointer)} ${finding.keyword}`;
    const pointer = brokenInBody(type, value, finding, operation.references);
    yield {
      severity: 'error',
      message: describeFinding(finding).replace(/^response/, `response ${status}`),
      pointer,
      cause,
    };
  }
}
