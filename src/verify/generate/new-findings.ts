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

/** @param gathering - the findings of the operation so far */
export function createNewFindings(gathering: Gathering): NewFindings {
  const known = new Set<string>();
  const isNew = (complaint: NewFinding['complaint'], { changes }: Shown): boolean => {
    if (complaint.severity !== 'error') return false;
    if (!isOfRequest(complaint)) return !isKnown(complaint);
    return !changes.some(({ place }) => known.has(`${complaint.check} ${place}`) || isTold(complaint.check, place));
  };
  const isKnown = (complaint: NewFinding['complaint']) =>
    gathering.found.some(({ check, cause }) => check === complaint.check && cause === causeOf(complaint));
  /** Whether another phase has a finding of this check at the location. */
  const isTold = (check: CheckId, place: string): boolean =>
    gathering.found.some(({ check: other, exchange }) => {
      const told = withWildcardIndexes(exchange.what.split(' ').slice(0, 2).join(' '));
      return other === check && (told === place || told.startsWith(`${place}/`) || place.startsWith(`${told}/`));
    });
  return {
    in(shown, before) {
      const complaint = shown.complaints.find(
        (one) => isNew(one, shown) && (!before || keyOf(one) === keyOf(before.complaint)),
      );
      return complaint && { shown, complaint };
    },
    add({ shown: { changes }, complaint }) {
      for (const { place } of changes.length > 0 ? changes : [{ place: '' }]) known.add(`${complaint.check} ${place}`);
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
function isOfRequest(complaint: Complaint): boolean {
  return causeOf(complaint).includes('at random');
}

function keyOf(complaint: NewFinding['complaint']): string {
  return `${complaint.check} ${causeOf(complaint)}`;
}

/**
 * Creates the finding of a minimal request. Rejected combinations of several values are warnings: documents cannot
 * express all rules.
 */
export function smallest({ shown, complaint }: NewFinding): Judged {
  const { exchange, changes } = shown;
  const said = changes.map(({ what }) => what).join(', ') || 'the accepted request';
  const what = `minimal example of requests ${DRAWN}: ${said}`;
  const isBetween = complaint.check === 'valid-input-accepted' && changes.length > 1;
  const message = complaint.message.includes(DRAWN)
    ? complaint.message.replace(DRAWN, what)
    : `${complaint.message} (${what})`;
  const cause = isOfRequest(complaint)
    ? `${DRAWN} ${changes.map(({ place }) => place).join(', ')}`
    : causeOf(complaint);
  const severity = isBetween ? 'warning' : complaint.severity;
  return { ...shown, exchange: { ...exchange, what }, complaints: [{ ...complaint, severity, message, cause }] };
}

/** A new finding whose request cannot be reduced, because the server does not respond any more. */
export function lastBeforeEnd({ shown, complaint }: NewFinding): Judged {
  const message = `${complaint.message} (request ${DRAWN}; after it, the server does not respond any more)`;
  return { ...shown, complaints: [{ ...complaint, message, cause: causeOf(complaint) }] };
}
