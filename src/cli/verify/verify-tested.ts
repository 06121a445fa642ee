// Errors of `understudy verify` for runs that tested nothing, or were not finished.

import { UsageError } from '../../schema/usage-error.ts';
import { outageSentence } from '../../verify/report/leftovers.ts';
import type { Report } from '../../verify/report/report.ts';
import { isNotTested, type OperationVerdict } from '../../verify/verdict.ts';
import type { VerifiedServer } from './verify-servers.ts';

/** @throws UsageError if a server began to reject all requests */
export function requireNoOutage(reports: readonly Report[]): void {
  const sentences = reports.flatMap(({ outage }) => (outage ? [outageSentence(outage)] : []));
  if (sentences.length > 0) throw new UsageError('The run was not finished:', sentences);
}

/** @throws UsageError if no operation of a document was reached, and nothing was found */
export function requireTested(all: readonly VerifiedServer[]): void {
  const lost = all.filter(
    ({ verdict: { operations } }) =>
      operations.length > 0 && operations.every(({ outcome }) => outcome === 'notTested' || outcome === 'skipped'),
  );
  if (lost.length === 0) return;
  throw new UsageError(
    'No operation was tested:',
    lost.map(({ name, document, verdict: { url, operations } }) => {
      const asked = operations.filter(({ requests }) => requests > 0);
      return `${name}: ${asked.length === 0 ? 'no request could be sent.' : whyOf(asked, url + document.base)}`;
    }),
  );
}

/** @param below - where the paths of the document were asked for */
function whyOf(asked: readonly OperationVerdict[], below: string): string {
  const statuses = new Set(asked.flatMap((one) => [...one.statuses.keys()]));
  if ([...statuses].every((status) => status === 401 || status === 403))
    return `all requests were rejected with ${[...statuses].join(' and ')}; set credentials with --auth NAME=VALUE.`;
  if (statuses.size === 1 && statuses.has(404)) return `all requests returned 404; is ${below} the right base URL?`;
  return 'no request was accepted; the reasons are above.';
}

/**
 * Sentences about operations that were not tested: how many, and whether credentials were the reason. None if all were.
 *
 * @param isRequired - whether the run fails because of them
 */
export function sentencesOfMissed(all: readonly OperationVerdict[], isRequired: boolean): readonly string[] {
  const missed = all.filter(isNotTested);
  if (missed.length === 0) return [];
  const hint = isRequired ? 'the run fails (--require-tested)' : '--require-tested makes the run fail';
  const rejected = missed.filter(
    ({ requests, statuses }) =>
      requests > 0 && [...statuses.keys()].every((status) => status === 401 || status === 403),
  );
  return [
    `${missed.length} of ${all.length} operations were not tested: ${hint}.`,
    ...(rejected.length === 0
      ? []
      : [
          `${rejected.length} of them rejected all requests with 401 or 403: check the credentials (--auth NAME=VALUE).`,
        ]),
  ];
}
