// Check: created items can be read, with the sent values.

import { isRecord } from '../../openapi/is-record.ts';
import type { StoryCheck } from '../cases/trial.ts';
import { describeDifference, differences } from '../scenarios/differences.ts';

export const readAfterCreate: StoryCheck<{
  readonly status: number;
  readonly sent: unknown;
  /** Whether the id existed before. */
  readonly isTaken: boolean;
  /** The item in the create response. */
  readonly told: unknown;
  readonly shown: unknown;
}> = {
  meaning:
    'A created item can be read, with the values that were sent. Another notation of a time, letter case and whitespace are allowed, and so are values that no response shows. Findings are: a value that the create response shows and the read response does not, and an id that already existed.',
  *tell({ status, sent, told: confirmed, shown: returned, isTaken }) {
    if (isTaken)
      yield {
        severity: 'error',
        message: 'created item has the id of an existing item',
        cause: 'id',
      };
    if (status === 404 || status === 410)
      yield { severity: 'error', message: `created item not found: reading it returned ${status}`, cause: 'gone' };
    if (status >= 300) return;
    for (const difference of differences(sent, returned))
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
