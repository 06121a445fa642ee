// Outcomes as text.

import type { OperationVerdict } from '../verdict.ts';

/** `notTested` as `not tested`. */
export function outcomeText(outcome: OperationVerdict['outcome']): string {
  return outcome === 'notTested' ? 'not tested' : outcome;
}
