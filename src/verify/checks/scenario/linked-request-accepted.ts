// Check: the request of a documented link is accepted.

import type { ScenarioCheck } from '../../cases/test-case.ts';

/** Statuses that reject the values of the link. Others, such as 403, are allowed. */
const FINDINGS = new Set([400, 404, 405, 410, 422]);

export const linkedRequestAccepted: ScenarioCheck<{
  readonly name: string;
  /** The operation with the link. */
  readonly from: string;
  readonly pointer: string;
  readonly status: number;
  /** Required values that the link does not set, and which are generated. */
  readonly madeUp: readonly string[];
  /** The violation of a value that the link sets; undefined if all are valid. */
  readonly forbidden: string | undefined;
}> = {
  description:
    'A request that is built from a link of a response is not rejected as invalid or not found (400, 404, 405, 410, 422). Other statuses, such as 401, 403 and 409, are allowed: a link does not promise that the caller may use it. Links to other servers are not followed, nor links whose expressions have no value.',
  *evaluate({ name, from, pointer, status, madeUp: generatedValues, forbidden }) {
    const link = `link ${name} of ${from}`;
    if (forbidden !== undefined) {
      yield {
        severity: 'warning',
        message: `${link} builds an invalid request: ${forbidden}`,
        pointer,
        cause: `forbidden ${pointer}`,
      };
      return;
    }
    if (!FINDINGS.has(status)) return;
    const hasGenerated = generatedValues.length > 0;
    const why = hasGenerated ? `, but it needs ${generatedValues.join(' and ')}, which the link does not set` : '';
    yield {
      severity: hasGenerated ? 'warning' : 'error',
      message: `${link} builds a request that is rejected with ${status}${why}`,
      pointer,
      cause: `${status} ${pointer}`,
    };
  },
};
