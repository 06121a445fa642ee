// New findings of generated requests, each reported once.

import { withWildcardIndexes } from '../../schema/json-pointer.ts';
import { type CheckFinding, STARTING_REQUEST } from '../cases/test-case.ts';
import type { CheckId } from '../checks.ts';
import type { CheckedExchange, TestSession } from '../session.ts';
import type { OperationResults } from '../verdict.ts';
import { AT_RANDOM } from './expect-generated.ts';
import type { Change } from './nearby-requests.ts';

/** A checked exchange, with its differences from the starting request. */
export interface GeneratedExchange extends CheckedExchange {
  readonly changes: readonly Change[];
}

/** A finding with its exchange. */
export interface NewFinding {
  readonly exchange: GeneratedExchange;
  readonly finding: CheckedExchange['findings'][number];
}

interface NewFindings {
  /** Finds the first new finding, or the same as before. */
  findIn(shown: GeneratedExchange, before?: NewFinding): NewFinding | undefined;
  /** Marks a finding as known. */
  add(finding: NewFinding): void;
  /** Records the findings with a known cause. */
  recordOthers(shown: GeneratedExchange, session: TestSession): void;
}

/** @param results - the findings of the operation so far */
export function createNewFindings(results: OperationResults): NewFindings {
  const known = new Set<string>();
  const isNew = (finding: NewFinding['finding'], { changes }: GeneratedExchange): boolean => {
    if (finding.severity !== 'error') return false;
    if (isKnown(finding)) return false;
    if (!isOfRequest(finding)) return true;
    return !changes.some(
      ({ location }) => known.has(`${finding.check} ${location}`) || isReported(finding.check, location),
    );
  };
  const isKnown = (finding: NewFinding['finding']) => results.findings.hasError(finding.check, causeOf(finding));
  /** Whether another phase has a finding of this check at the location. */
  const isReported = (check: CheckId, location: string): boolean =>
    results.findings
      .list()
      .filter((one) => one.check === check)
      .flatMap(({ variants }) => variants.map((one) => withWildcardIndexes(one.split(' ').slice(0, 2).join(' '))))
      .some((at) => at === location || at.startsWith(`${location}/`) || location.startsWith(`${at}/`));
  return {
    findIn(shown, before) {
      const finding = shown.findings.find(
        (one) => isNew(one, shown) && (!before || keyOf(one) === keyOf(before.finding)),
      );
      return finding && { exchange: shown, finding };
    },
    add({ exchange: { changes }, finding }) {
      for (const { location } of changes.length > 0 ? changes : [{ place: '' }])
        known.add(`${finding.check} ${location}`);
    },
    recordOthers(shown, session) {
      // Their requests are not minimised: a known finding has shorter examples.
      const unknown = results.findings.countKnown(shown.findings);
      session.record({ ...shown, findings: unknown.filter(({ severity }) => severity === 'warning') });
    },
  };
}

function causeOf({ cause, message }: CheckFinding): string {
  return cause ?? message;
}

/** Whether the finding depends on the values of the request. */
function isOfRequest({ message }: CheckFinding): boolean {
  return message.includes(AT_RANDOM);
}

function keyOf(finding: NewFinding['finding']): string {
  return `${finding.check} ${causeOf(finding)}`;
}

/**
 * Creates the finding of a minimal request. Rejected combinations of several values are warnings: documents cannot
 * express all rules.
 */
export function describeMinimal({ exchange: shown, finding }: NewFinding): CheckedExchange {
  const { exchange, changes } = shown;
  const changeText =
    changes.length === 0 ? '' : ` where ${changes.map(({ description }) => description).join(' and ')}`;
  const what = `${AT_RANDOM}, reduced to the ${STARTING_REQUEST}${changeText}`;
  const isCombination = finding.check === 'valid-input-accepted' && changes.length > 1;
  const message = finding.message.includes(AT_RANDOM)
    ? finding.message.replace(AT_RANDOM, what)
    : `${finding.message} (${what})`;
  const cause = causeOf(finding).includes(AT_RANDOM)
    ? `${AT_RANDOM} ${changes.map(({ location }) => location).join(', ')}`
    : causeOf(finding);
  const severity = isCombination ? 'warning' : finding.severity;
  return {
    ...shown,
    exchange: { ...exchange, description: what },
    findings: [{ ...finding, severity, message, cause }],
  };
}

/** A new finding whose request cannot be reduced, because the server does not respond any more. */
export function describeLast({ exchange, finding }: NewFinding): CheckedExchange {
  const message = `${finding.message} (${AT_RANDOM}; after it, the server does not respond any more)`;
  return { ...exchange, findings: [{ ...finding, message, cause: causeOf(finding) }] };
}
