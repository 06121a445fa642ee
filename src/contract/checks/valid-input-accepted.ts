// What the document allows is not refused as invalid.

import { isRecord } from '../../openapi/is-record.ts';
import type { Check } from '../trial.ts';

/** google.rpc.Code: refusals with the status 400 that say nothing against the input itself. */
const OTHER_CODES = new Set([9, 'FAILED_PRECONDITION', 'failed_precondition']);

export const validInputAccepted: Check = {
  meaning:
    'A request that the document allows, and that differs from one which was accepted by one value only, is not refused with 400 or 422. Other refusals (404, 409, …) can have their reasons in what the server keeps.',
  concerns: ({ meant }) => meant.kind === 'valid',
  *judge({ meant, answer: { status }, read: { value }, what, operation }) {
    if (meant.kind !== 'valid' || (status !== 400 && status !== 422)) return;
    if (isRecord(value) && OTHER_CODES.has(value.code as number)) return;
    yield {
      severity: 'finding',
      message: `refused with ${status}, though the document allows it: ${what}`,
      pointer: operation.part.pointer,
      cause: what,
    };
  },
};
