// Reports of untested operations, low coverage and aborted runs.

import { printable } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { CoverageDimension } from '../../verify/coverage/coverage.ts';
import { missingLines } from '../../verify/report/coverage.ts';
import { outageSentence } from '../../verify/report/leftovers.ts';
import type { Report } from '../../verify/report/report.ts';
import { isNotTested, lacksTests, type OperationVerdict, type Verdict } from '../../verify/verdict.ts';
import type { Output } from '../io.ts';
import { type Bounds, findShortfalls } from './fail-under.ts';
import type { VerifiedServer } from './verify-servers.ts';

/** An error if a server started to reject all requests; undefined otherwise. */
export function findOutages(reports: readonly Report[]): UsageError | undefined {
  const sentences = reports.flatMap(({ outage }) => (outage ? [outageSentence(outage)] : []));
  return sentences.length > 0 ? new UsageError('The run was not finished:', sentences) : undefined;
}

/** @throws UsageError if no operation of a document was tested, or none of those that need credentials */
export function requireTested(all: readonly VerifiedServer[]): void {
  throwFor('No operation was tested:', all, whyNoneTested);
  throwFor('No operation that needs credentials was tested:', all, (one) => whyNoneAccepted(one.verdict));
}

function throwFor(
  title: string,
  all: readonly VerifiedServer[],
  findReason: (one: VerifiedServer) => string | undefined,
): void {
  const sentences = all.flatMap((one) => {
    const reason = findReason(one);
    return reason === undefined ? [] : [`${one.name}: ${reason}`];
  });
  if (sentences.length > 0) throw new UsageError(title, sentences);
}

/**
 * Why no operation that needs credentials was tested, a sentence; undefined if one was. Without given credentials, no
 * request is sent to such an operation: then only the others were to be tested.
 */
export function whyNoneAccepted({ operations }: Pick<Verdict, 'operations'>): string | undefined {
  const sent = operations.filter(({ operation, requests }) => operation.secured && requests > 0);
  if (sent.length === 0 || !sent.every(isUnauthorized)) return undefined;
  const statuses = [...new Set(sent.flatMap((one) => [...one.statuses.keys()]))].toSorted();
  const schemes = new Set(sent.flatMap(({ operation }) => operation.security.flat().map(({ name }) => name)));
  const flags = [...schemes].map((name) => `--auth ${name}=…`).join(' or ');
  const count = sent.length === 1 ? '1 operation' : `all ${sent.length} operations`;
  return `${count} rejected every request with ${statuses.join(' or ')}; check the credentials (${flags}).`;
}

/** Whether an operation rejected all requests because of their credentials. */
function isUnauthorized({ requests, statuses }: Pick<OperationVerdict, 'requests' | 'statuses'>): boolean {
  return requests > 0 && [...statuses.keys()].every((status) => status === 401 || status === 403);
}

/** The conditions of a run, from flags. */
export interface RunConditions {
  readonly bounds: Bounds<CoverageDimension>;
  /** Whether untested operations fail the run. */
  readonly areAllRequired: boolean;
}

/** The conditions that a completed run does not meet, as sentences; none if it meets all. */
export function unmetConditions(one: VerifiedServer, { bounds, areAllRequired }: RunConditions): readonly string[] {
  const { operations, coverage } = one.verdict;
  const reason = whyNoneTested(one);
  if (reason !== undefined) return [`No operation was tested: ${reason}`];
  const rejected = whyNoneAccepted(one.verdict);
  if (rejected !== undefined) return [`No operation that needs credentials was tested: ${rejected}`];
  return [
    ...(areAllRequired ? describeUntested(operations, true) : []),
    ...(coverage ? findShortfalls(bounds, coverage.totals).map(({ sentence }) => sentence) : []),
  ];
}

/** Why no operation of a document was tested, a sentence; undefined if one was. */
export function whyNoneTested({
  document,
  verdict: { url, operations, reachedLimit },
}: VerifiedServer): string | undefined {
  const isNoneTested = operations.every(({ outcome }) => outcome === 'notTested' || outcome === 'skipped');
  const sent = operations.filter(({ requests }) => requests > 0);
  // A single operation may be missing; a server that has none of several is probably elsewhere.
  const areAllMissing = sent.length > 1 && sent.every(({ statuses }) => [...statuses.keys()].join() === '404');
  if (operations.length === 0 || !(isNoneTested || areAllMissing)) return undefined;
  if (reachedLimit !== undefined) return `the limit of ${reachedLimit} was reached before.`;
  return sent.length === 0 ? 'no request could be sent.' : reasonOf(sent, url + document.base);
}

/** @param base - the base URL of the requests */
function reasonOf(sent: readonly OperationVerdict[], base: string): string {
  const statuses = new Set(sent.flatMap((one) => [...one.statuses.keys()]));
  if ([...statuses].every((status) => status === 401 || status === 403))
    return `all requests were rejected with ${[...statuses].join(' and ')}; set credentials with --auth NAME=VALUE.`;
  if (statuses.size === 1 && statuses.has(404)) return `all requests returned 404; is ${base} the right base URL?`;
  return 'no request was accepted; the reasons are above.';
}

/**
 * Sentences about the number of untested operations, and missing credentials; none if all were tested.
 *
 * @param isRequired - whether untested operations fail the run
 */
export function describeUntested(all: readonly OperationVerdict[], isRequired: boolean): readonly string[] {
  const untested = all.filter(isNotTested);
  const empty = all.filter((one) => lacksTests(one) && !isNotTested(one)).map(({ operation }) => operation.id);
  const hint = isRequired ? 'the run fails (--require-tested)' : 'add --require-tested to fail the run in this case';
  const emptySentences = empty.length === 0 ? [] : [`Only empty lists were seen in ${empty.join(', ')}: ${hint}.`];
  if (untested.length === 0) return emptySentences;
  const rejected = untested.filter(isUnauthorized);
  return [
    `${untested.length} of ${all.length} operations were not tested: ${hint}.`,
    ...(rejected.length === 0
      ? []
      : [
          `${rejected.length} of them rejected all requests with 401 or 403: check the credentials (--auth NAME=VALUE).`,
        ]),
    ...emptySentences,
  ];
}

/** The maximum number of lines with missing coverage. */
const MAX_LINES = 100;

/**
 * Reports coverage below `--fail-under`, with the missing parts.
 *
 * @param isListed - whether a report already lists the missing parts
 * @returns whether the coverage of any document is too low
 */
export function reportShortfalls(
  all: readonly VerifiedServer[],
  bounds: Bounds<CoverageDimension>,
  isListed: boolean,
  stderr: Output,
): boolean {
  const short = all.flatMap(({ name, verdict: { coverage } }) => {
    const found = coverage ? findShortfalls(bounds, coverage.totals) : [];
    if (!coverage || found.length === 0) return [];
    const dimensions = found.map(({ dimension }) => dimension);
    const missing = isListed ? [] : missingLines(coverage, dimensions);
    const more = missing.length > MAX_LINES ? [`… and ${missing.length - MAX_LINES} more lines (--coverage)`] : [];
    return [...found.map(({ sentence }) => `${name}: ${sentence}`), ...missing.slice(0, MAX_LINES), ...more];
  });
  if (short.length > 0) stderr.write(`${short.map(printable).join('\n')}\n`);
  return short.length > 0;
}
