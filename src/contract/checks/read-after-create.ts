// What was made can be read, and is what was sent.

import { isRecord } from '../../openapi/is-record.ts';
import { describeDifference, differences } from '../story/differences.ts';
import type { StoryCheck } from '../trial.ts';

export const readAfterCreate: StoryCheck<{
  readonly status: number;
  readonly sent: unknown;
  /** Whether something had its id before. */
  readonly isTaken: boolean;
  /** What the answer showed that acknowledged it. */
  readonly told: unknown;
  readonly shown: unknown;
}> = {
  meaning:
    'What an operation has made is found by the one that reads it, with the values that were sent. Times, letters and spaces that are only written otherwise are no finding, nor are values that no answer shows; one that the answer to its making shows, and reading does not, is, and so is the id of something that was there.',
  *tell({ status, sent, told, shown, isTaken }) {
    if (isTaken)
      yield {
        severity: 'finding',
        message: 'what was made has the id of something that was there before',
        cause: 'id',
      };
    if (status === 404 || status === 410)
      yield { severity: 'finding', message: `what was made is not found: it is read with ${status}`, cause: 'gone' };
    if (status >= 300) return;
    for (const difference of differences(sent, shown))
      yield {
        severity: 'finding',
        message: `what was made is not what was sent: ${describeDifference(difference)}`,
        cause: `differs ${difference.pointer}`,
      };
    for (const name of lost(sent, told, shown))
      yield {
        severity: 'finding',
        message: `${name} was sent and acknowledged, and is not shown`,
        cause: `lost ${name}`,
      };
  },
};

/** What was sent, and shown when it was made, and is not when it is read. */
function lost(sent: unknown, told: unknown, shown: unknown): readonly string[] {
  if (!isRecord(sent) || !isRecord(told) || !isRecord(shown)) return [];
  return Object.keys(sent).filter((name) => told[name] !== undefined && shown[name] === undefined);
}
