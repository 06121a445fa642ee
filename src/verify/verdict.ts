// The verdict: results of operations, and findings.

import type { Document, Operation } from '../openapi/document.ts';
import type { JsonNumber } from '../schema/json/exact-number.ts';
import type { CheckId } from './checks.ts';
import type { VerdictCoverage } from './coverage/coverage.ts';
import { SKIPPED_BY_SETTING, type Untested } from './created/permission.ts';
import { FindingGroups, type GroupedFinding } from './finding-groups.ts';
import type { Outage } from './outage.ts';
import type { SerializedRequest } from './requests/serialize-request.ts';

export interface OperationVerdict {
  readonly operation: Operation;
  /** `notTested`: no request was accepted, or the test was interrupted, so little is known. `skipped`: it was excluded, or sent once only. */
  readonly outcome: 'passed' | 'failed' | 'notTested' | 'skipped';
  /** Why it was not tested, not completely tested, or skipped: a clause. Undefined otherwise. */
  readonly reason: string | undefined;
  /** The number of responses. */
  readonly requests: number;
  /** Their total time, in milliseconds. */
  readonly duration: number;
  /** The number of responses per status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The checks that applied. */
  readonly appliedChecks: ReadonlySet<CheckId>;
  /** The checks that apply, but could not be run, with the reason: a clause. */
  readonly untestedChecks: ReadonlyMap<CheckId, string>;
  /** Whether it is a list that never had items, so that little is known. Default false. */
  readonly hasOnlyEmptyLists?: boolean;
  readonly findings: readonly GroupedFinding[];
  /** Findings that do not fail the run, because a baseline lists them. */
  readonly knownFindings: readonly GroupedFinding[];
}

export interface Verdict {
  readonly title: string;
  readonly url: string;
  readonly seed: string;
  /** The checks of the run. */
  readonly checks: readonly CheckId[];
  readonly operations: readonly OperationVerdict[];
  readonly requests: number;
  /** In milliseconds. */
  readonly duration: number;
  /** Whether the run ended early. */
  readonly isIncomplete: boolean;
  /** The limit that ended the run, such as `100 requests`. Undefined if none did. */
  readonly reachedLimit?: string;
  /** The coverage of the document. Undefined if it was not counted. */
  readonly coverage?: VerdictCoverage;
  /** Leftovers on a shared server. */
  readonly leftovers?: VerdictLeftovers;
  /** The outage that ended the run. Undefined if there was none. */
  readonly outage?: Outage;
}

/** An item that the run has created and could not delete. */
export interface Leftover {
  /** The operation that created it. */
  readonly operation: Operation;
  /** Undefined if its id is unknown. */
  readonly id: string | JsonNumber | undefined;
  /** Whether it may not exist: no response shows whether it was created. Default false. */
  readonly isUncertain?: boolean;
  /** Why it could not be deleted: a clause. */
  readonly reason: string;
  /** The request that deletes it. Undefined if the document declares none. */
  readonly request: SerializedRequest | undefined;
}

/** Leftovers of a run. */
export interface VerdictLeftovers {
  readonly items: readonly Leftover[];
  /** Unsafe operations, with the number of requests. */
  readonly unsafe: readonly { readonly operation: Operation; readonly requests: number }[];
}

/** The verdict on a server that has received no request. */
export function createEmptyVerdict(
  document: Document,
  {
    url,
    checks,
    operations: wanted,
    reachedLimit,
  }: Pick<Verdict, 'url' | 'checks' | 'reachedLimit'> & { readonly operations?: readonly string[] },
): Verdict {
  const reason =
    reachedLimit === undefined ? 'the run was stopped before' : `the limit of ${reachedLimit} was reached before`;
  const operations = [...document.operations.values()]
    .filter(({ id }) => !wanted || wanted.includes(id))
    .map((operation) =>
      createOperationVerdict(operation, new OperationResults(), {
        outcome: 'notTested',
        reason,
      }),
    );
  const { title } = document.source.bundled.info;
  return {
    title,
    url,
    seed: '',
    checks,
    operations,
    requests: 0,
    duration: 0,
    isIncomplete: true,
    ...(reachedLimit !== undefined && { reachedLimit }),
  };
}

/** The findings of all operations with severity `error`. */
export function listErrors({ operations }: Pick<Verdict, 'operations'>): readonly GroupedFinding[] {
  return operations.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'));
}

/** Whether there are findings. @param least - the lowest severity that counts */
export function hasFindings({ operations }: Pick<Verdict, 'operations'>, least: 'error' | 'warn'): boolean {
  return operations.some(({ findings }) => findings.some(({ severity }) => severity === 'error' || least === 'warn'));
}

/** Whether an operation was not tested, and not excluded by name. */
export function isNotTested({
  outcome,
  reason,
}: Pick<OperationVerdict, 'outcome'> & { readonly reason?: string | undefined }): boolean {
  return outcome === 'notTested' || (outcome === 'skipped' && reason !== SKIPPED_BY_SETTING);
}

/** Whether an operation does not meet `--require-tested`: it was not tested, or its lists were always empty. */
export function lacksTests(
  operation: Parameters<typeof isNotTested>[0] & { readonly hasOnlyEmptyLists?: boolean },
): boolean {
  return isNotTested(operation) || (operation.outcome === 'passed' && operation.hasOnlyEmptyLists === true);
}

/** The number of responses. */
export function countRequests({ operations }: Pick<Verdict, 'operations'>): number {
  return operations.reduce((sum, { requests }) => sum + requests, 0);
}

/**
 * Creates the result of an operation.
 *
 * @param reason - why it was not tested, or its test interrupted; undefined otherwise
 * @param missing - why its scenarios were not finished, a clause. Default: they were
 * @param isKnown - whether a finding does not fail the run. Default: all do
 */
export function createOperationVerdict(
  operation: Operation,
  {
    findings,
    rejections,
    requests,
    duration,
    statuses,
    appliedChecks,
    untestedChecks,
    hasListedItems,
  }: OperationResults,
  reason: Untested | undefined,
  missing?: string,
  isKnown: (finding: GroupedFinding) => boolean = () => false,
): OperationVerdict {
  const all = findings.list(rejections);
  const others = all.filter((one) => !isKnown(one));
  const hasErrors = others.some(({ severity }) => severity === 'error');
  const isAccepted = [...statuses.keys()].some((status) => status < 400);
  const isTested = isAccepted && reason?.outcome !== 'skipped' && !reason?.isInterrupted;
  const why = isTested ? undefined : reason;
  const outcome = hasErrors ? 'failed' : (why?.outcome ?? 'passed');
  const untested = new Map([...untestedChecks].filter(([check]) => !appliedChecks.has(check)));
  return {
    operation,
    outcome,
    reason: why?.reason ?? missing,
    requests,
    duration,
    statuses,
    appliedChecks,
    untestedChecks: untested,
    ...(hasListedItems === false && { hasOnlyEmptyLists: true }),
    findings: others,
    knownFindings: all.filter(isKnown),
  };
}

/** Collects the findings of an operation, and counts its responses. */
export class OperationResults {
  readonly findings = new FindingGroups();
  /** The normalized responses that reject invalid requests. */
  readonly rejections = new Set<string>();
  readonly statuses = new Map<number, number>();
  readonly appliedChecks = new Set<CheckId>();
  /** Checks that could not be run, with the reason. */
  readonly untestedChecks = new Map<CheckId, string>();
  /** Whether a list had items; undefined if no list was returned. */
  hasListedItems: boolean | undefined;
  requests = 0;
  duration = 0;

  /** Counts a response. @param duration - in milliseconds */
  countResponse(status: number, duration: number): void {
    this.requests += 1;
    this.duration += duration;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}
