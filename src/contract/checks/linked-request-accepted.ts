// A link of the document leads to a request that is accepted.

import type { StoryCheck } from '../trial.ts';

/** Refusals that say: what the link gives is not right, or not there. Who may not ask, or asks at the wrong time, is told by others. */
const FINDINGS = new Set([400, 404, 405, 410, 422]);

export const linkedRequestAccepted: StoryCheck<{
  readonly name: string;
  /** The operation that has the link. */
  readonly from: string;
  readonly pointer: string;
  readonly status: number;
  /** What the request needs and the link does not give; made up for it. */
  readonly madeUp: readonly string[];
  /** What the document itself says against a value of the link; undefined for nothing. */
  readonly forbidden: string | undefined;
}> = {
  meaning:
    'A link of an answer, followed with the values of its exchange, leads to a request that is not refused as wrong or not there (400, 404, 405, 410, 422). A document does not promise that the caller may make it, so 401, 403, 409 and the like are nothing; nor is a link followed that leads to another server, or of which an expression has no value.',
  *tell({ name, from, pointer, status, madeUp, forbidden }) {
    const link = `the link ${name} of ${from}`;
    if (forbidden !== undefined) {
      yield {
        severity: 'remark',
        message: `${link} leads to a request that the document forbids: ${forbidden}`,
        pointer,
        cause: `forbidden ${pointer}`,
      };
      return;
    }
    if (!FINDINGS.has(status)) return;
    const isOurs = madeUp.length > 0;
    const why = isOurs ? `, but that needs ${madeUp.join(' and ')}, which the link does not say` : '';
    yield {
      severity: isOurs ? 'remark' : 'finding',
      message: `${link} leads to a request that is refused with ${status}${why}`,
      pointer,
      cause: `${status} ${pointer}`,
    };
  },
};
