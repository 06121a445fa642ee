// Check: client requests are valid.

import type { Operation } from '../../openapi/document.ts';
import { describeFinding, type Finding } from '../../openapi/finding.ts';
import { withWildcardIndexes } from '../../schema/json-pointer.ts';
import type { CheckFinding } from '../cases/test-case.ts';
import { locateRequestViolation } from '../responses/violations.ts';

export const requestValid = {
  description:
    'A client sends valid requests: parameters and bodies match their schemas, the media type is declared, and the path has the method. Checked by understudy proxy, which receives requests of other clients.',
  *validate(operation: Operation, findings: readonly Finding[]): Iterable<CheckFinding> {
    for (const finding of findings) {
      const cause = `${finding.part} ${withWildcardIndexes(finding.pointer)} ${finding.keyword}`;
      const message = `invalid request: ${describeFinding(finding)}`;
      yield { severity: 'error', message, pointer: locateRequestViolation(operation, finding), cause };
    }
  },
};
