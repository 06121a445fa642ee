// Check: created items can be read, with the sent values.

import { isRecord } from '../../../schema/is-record.ts';
import type { ScenarioCheck } from '../../cases/test-case.ts';
import { describeDifference, findDifferences } from '../../scenarios/value-differences.ts';

export const readAfterCreate: ScenarioCheck<{
  readonly status: number;
  readonly sent: unknown;
  /** Whether the id existed before. */
  readonly isTaken: boolean;
  /** The item in the create response. */
  readonly confirmed: unknown;
  readonly returned: unknown;
}> = {
  description:
    'A created item can be read, with the values that were sent. Another notation of a time, letter case and whitespace are allowed, and so are values that no response shows. Findings are: a value that the create response shows and the read response does not, and an id that already existed.',
  *evaluate({ status, sent, confirmed, returned, isTaken }) {
    if (isTaken)
      yield {
        severity: 'error',
        message: 'created item has the id of an existing item',
        cause: 'id',
      };
    if (status === 404 || status === 410)
      yield { severity: 'error', message: `created item not found: reading it returned ${status}`, cause: 'gone' };
    if (status >= 300) return;
    for (const difference of findDifferences(sent, returned))
      yield {
        severity: 'error',
        message: `created item differs from the request: ${describeDifference(difference)}`,
        cause: `differs ${difference.pointer}`,
      };
    for (const name of lost(sent, confirmed, returned))
      yield {
        severity: 'error',
        message: `${name} was sent and confirmed, but is not returned`,
        cause: `lost ${name}`,
      };
  },
};

/** Sent properties that the create response has, and the read response has not. */
function lost(sent: unknown, confirmed: unknown, returned: unknown): readonly string[] {
  if (!isRecord(sent) || !isRecord(confirmed) || !isRecord(returned)) return [];
  return Object.keys(sent).filter((name) => confirmed[name] !== undefined && returned[name] === undefined);
}
