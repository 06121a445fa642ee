// New findings of generated requests, each reported once.

import { withWildcardIndexes } from '../../schema/json-pointer.ts';
import type { Complaint } from '../cases/trial.ts';
import type { CheckId } from '../checks.ts';
import type { Judged, Session } from '../session.ts';
import type { Gathering } from '../verdict.ts';
import { DRAWN } from './meaning.ts';
import type { Change } from './nearby-requests.ts';

/** A checked exchange, with its differences from the baseline request. */
export interface Shown extends Judged {
  readonly changes: readonly Change[];
}

/** A finding with its exchange. */
export interface NewFinding {
  readonly shown: Shown;
  readonly complaint: Judged['complaints'][number];
}

export interface NewFindings {
  /** Finds the first new finding, or the same as before. */
  in(shown: Shown, before?: NewFinding): NewFinding | undefined;
  /** Marks a finding as known. */
  add(finding: NewFinding): void;
  /** Records the findings with a known cause. */
  putOthers(shown: Shown, session: Session): void;
}

/** @param results - the findings of the operation so far */
export function createNewFindings(results: Gathering): NewFindings {
  const known = new Set<string>();
  const isNew = (finding: NewFinding['complaint'], { changes }: Shown): boolean => {
    if (finding.severity !== 'error') return false;
    if (!isOfRequest(finding)) return !isKnown(finding);
    return !changes.some(
      ({ place: location }) => known.has(`${finding.check} ${location}`) || isReported(finding.check, location),
    );
  };
  const isKnown = (finding: NewFinding['complaint']) =>
    results.found.some(({ check, cause }) => check === finding.check && cause === causeOf(finding));
  /** Whether another phase has a finding of this check at the location. */
  const isReported = (check: CheckId, location: string): boolean =>
    results.found.some(({ check: other, exchange }) => {
      const reportedAt = withWildcardIndexes(exchange.what.split(' ').slice(0, 2).join(' '));
      return (
        other === check &&
        (reportedAt === location || reportedAt.startsWith(`${location}/`) || location.startsWith(`${reportedAt}/`))
      );
    });
  return {
    in(shown, before) {
      const finding = shown.complaints.find(
        (one) => isNew(one, shown) && (!before || keyOf(one) === keyOf(before.complaint)),
      );
      return finding && { shown, complaint: finding };
    },
    add({ shown: { changes }, complaint: finding }) {
      for (const { place: location } of changes.length > 0 ? changes : [{ place: '' }])
        known.add(`${finding.check} ${location}`);
    },
    putOthers(shown, session) {
      const others = shown.complaints.filter(
        (one) => one.severity === 'warning' || (!isOfRequest(one) && !isNew(one, shown)),
      );
      session.put({ ...shown, complaints: others });
    },
  };
}

function causeOf({ cause, message }: Complaint): string {
  return cause ?? message;
}

/** Whether the finding depends on the request alone. */
function isOfRequest(finding: Complaint): boolean {
  return causeOf(finding).includes('at random');
}

function keyOf(finding: NewFinding['complaint']): string {
  return `${finding.check} ${causeOf(finding)}`;
}

/**
 * Creates the finding of a minimal request. Rejected combinations of several values are warnings: documents cannot
 * express all rules.
 */
export function smallest({ shown, complaint: finding }: NewFinding): Judged {
  const { exchange, changes } = shown;
  const changeText = changes.map(({ what }) => what).join(', ') || 'the accepted request';
  const what = `minimal example of requests ${DRAWN}: ${changeText}`;
  const isCombination = finding.check === 'valid-input-accepted' && changes.length > 1;
  const message = finding.message.includes(DRAWN)
    ? finding.message.replace(DRAWN, what)
    : `${finding.message} (${what})`;
  const cause = isOfRequest(finding)
    ? `${DRAWN} ${changes.map(({ place: location }) => location).join(', ')}`
    : causeOf(finding);
  const severity = isCombination ? 'warning' : finding.severity;
  return { ...shown, exchange: { ...exchange, what }, complaints: [{ ...finding, severity, message, cause }] };
}

/** A new finding whose request cannot be reduced, because the server does not respond any more. */
export function lastBeforeEnd({ shown, complaint: finding }: NewFinding): Judged {
  const message = `${finding.message} (request ${DRAWN}; after it, the server does not respond any more)`;
  return { ...shown, complaints: [{ ...finding, message, cause: causeOf(finding) }] };
}
