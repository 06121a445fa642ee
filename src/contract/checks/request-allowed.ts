// What a client sends is what the document allows.

import type { Operation } from '../../openapi/document.ts';
import { describeFinding, type Finding } from '../../openapi/finding.ts';
import { ofAnyItem } from '../../openapi/pointer.ts';
import { brokenInRequest } from '../broken-place.ts';
import type { Complaint } from '../trial.ts';

export const requestAllowed = {
  meaning:
    'A client sends what the document allows: parameters and bodies that fit their schemas, in a declared media type, by a method that the path has. Looked at by understudy proxy, which sees the requests of others.',
  *tell(operation: Operation, findings: readonly Finding[]): Iterable<Complaint> {
    for (const finding of findings) {
      const cause = `${finding.part} ${ofAnyItem(finding.pointer)} ${finding.keyword}`;
      const message = `a client was mistaken: ${describeFinding(finding)}`;
      yield { severity: 'finding', message, pointer: brokenInRequest(operation, finding), cause };
    }
  },
};
