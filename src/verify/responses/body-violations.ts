// Validates a response body against its schema.

import { describeFinding } from '../../openapi/finding.ts';
import { withWildcardIndexes } from '../../schema/json-pointer.ts';
import type { CheckFinding, Exchange } from '../cases/test-case.ts';
import { isInteger64AsNumber } from '../checks/integer64-as-string.ts';
import { locateBodyViolation } from './locate-violation.ts';

/** Yields the violations of a response body. */
export function* findBodyViolations({
  operation,
  response: { status },
  decoded: { type, value, findings },
}: Exchange): Generator<CheckFinding> {
  if (!type || !findings) return;
  for (const finding of findings()) {
    // The check integer64-as-string reports it.
    if (isInteger64AsNumber(finding, value)) continue;
    const cause = `${status} ${withWildcardIndexes(finding.pointer)} ${finding.keyword}`;
    const pointer = locateBodyViolation(type, value, finding, operation.references);
    yield {
      severity: 'error',
      message: describeFinding(finding).replace(/^response/, `response ${status}`),
      pointer,
      cause,
    };
  }
}
