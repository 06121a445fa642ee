// The report as data, without secrets, with locations in the document. `--json` prints it.

import type { DocumentSource } from '../../openapi/read/document-source.ts';
import type { CheckId } from '../checks.ts';
import type { VerdictCoverage } from '../coverage/coverage.ts';
import type { CredentialsByScheme } from '../credentials.ts';
import type { GroupedFinding, StoredExchange } from '../finding-groups.ts';
import { findingId } from '../finding-id.ts';
import type { OperationVerdict, Verdict } from '../verdict.ts';
import { createExampleReport, type ExampleReport } from './example-report.ts';
import { type LeftoversReport, leftoversReport, type OutageReport, outageReport } from './leftovers.ts';
import { listSecrets, redactSecrets } from './secrets.ts';

/** The id of the report format, and of its JSON Schema in `spec/verify-report.schema.json`. */
export const REPORT_SCHEMA = 'urn:understudy-api:verify-report:1';

/** The result of one document and one server. */
export interface Report {
  readonly $schema: typeof REPORT_SCHEMA;
  /** The version of this format. It changes when a property is removed or changes its meaning. */
  readonly version: 1;
  /** The version of Understudy. */
  readonly understudy: string;
  readonly title: string;
  /** The display name of the document. */
  readonly document: string;
  readonly url: string;
  readonly seed: string;
  /** The end of the run (RFC 3339). */
  readonly ended: string;
  readonly requests: number;
  /** In milliseconds. */
  readonly duration: number;
  /** Whether the run ended early. */
  readonly incomplete: boolean;
  /** The limit that ended the run, such as `100 requests`. Absent if none did. */
  readonly limit?: string;
  /** The checks that were run. */
  readonly checks: readonly CheckId[];
  /** The operations of the document, or the steps of the workflow. */
  readonly operations: readonly OperationReport[];
  /** The workflow whose steps are in `operations`. Absent for a document. */
  readonly workflow?: WorkflowReport;
  /** The coverage of the document. Absent if it was not counted. */
  readonly coverage?: VerdictCoverage;
  /** Leftovers on a shared server. Absent if there are none. */
  readonly leftovers?: LeftoversReport;
  /** The outage that ended the run. Absent if there was none. */
  readonly outage?: OutageReport;
  /** Why the run failed apart from findings, such as a server that did not start. Absent if it did not. */
  readonly error?: string;
  /** Additional data of a proxy. Absent otherwise. */
  readonly traffic?: TrafficReport;
}

/** A workflow that was run. */
export interface WorkflowReport {
  readonly workflowId: string;
  readonly outcome: 'passed' | 'failed';
  /** Its outputs, redacted. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** Traffic of a proxy that belongs to no finding. */
export interface TrafficReport {
  /** Requests outside the document, such as `GET /favicon.ico`. */
  readonly undeclared: readonly { readonly request: string; readonly count: number }[];
  /** Operations without requests. */
  readonly notRequested: readonly string[];
  /** Operations that the mock server answered, with the first reason. */
  readonly mocked: readonly { readonly operation: string; readonly count: number; readonly reason: string }[];
  /** Exchanges or connections that were not inspected completely, with the reason. */
  readonly unchecked: readonly { readonly reason: string; readonly count: number }[];
  /** Number of recorded exchanges, and of dropped ones after the recording was full. Absent without a recording. */
  readonly recorded?: { readonly requests: number; readonly dropped: number };
}

/** The result of one operation. */
export interface OperationReport {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly location: SourcePosition;
  readonly outcome: OperationVerdict['outcome'];
  /** Why it was not tested, not completely tested, or skipped. */
  readonly reason?: string;
  readonly requests: number;
  /** The total time of its requests, in milliseconds. */
  readonly duration: number;
  /** The number of responses per status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The checks that applied. */
  readonly checks: readonly CheckId[];
  /** The checks that apply, but could not be run. Absent if there are none. */
  readonly untestedChecks?: readonly { readonly check: CheckId; readonly reason: string }[];
  /** Present if it is a list that never had items. */
  readonly onlyEmptyLists?: true;
  readonly findings: readonly FindingReport[];
  readonly warnings: readonly FindingReport[];
  /** Findings that do not fail the run, because the baseline lists them. Absent if there are none. */
  readonly known?: readonly FindingReport[];
}

/** A location in a source file. */
export interface SourcePosition {
  /** The display name: a relative path, or a URL. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
}

/** Findings of one operation with one cause. */
export interface FindingReport extends ExampleReport {
  readonly check: CheckId;
  readonly message: string;
  /** A JSON pointer into the bundled document. */
  readonly pointer: string;
  readonly location: SourcePosition;
  /** The lines of the document around the location. */
  readonly excerpt: { readonly line: number; readonly lines: readonly string[] };
  readonly count: number;
  /** The distinct descriptions of its requests; that of `request` first. */
  readonly variants: readonly string[];
  /** Equal for the same finding in other runs. */
  readonly fingerprint: string;
  /** The same for each violation: other runs may show some of them only. */
  readonly ids: readonly string[];
  /** At most two other examples; `request` is the smallest. */
  readonly otherExamples: readonly ExampleReport[];
}

/** The input of a report beside the verdict. */
export interface ReportSettings {
  readonly source: DocumentSource;
  /** Returns the display form of a path. */
  readonly displayPath: (path: string) => string;
  readonly credentials: CredentialsByScheme;
  /** The base path of the document. */
  readonly base: string;
  /** The version of Understudy. */
  readonly version: string;
  /** Additional data of a proxy, redacted. */
  readonly traffic?: TrafficReport;
  /** Why the run failed apart from findings. Default: it did not. */
  readonly error?: string | undefined;
}

export async function createReport(verdict: Verdict, settings: ReportSettings): Promise<Report> {
  const { source, credentials, base, version, displayPath: shownPath, traffic, error } = settings;
  const {
    title,
    url,
    seed,
    requests,
    duration,
    isIncomplete: isCut,
    reachedLimit: limit,
    checks,
    operations,
    coverage,
    leftovers,
    outage,
  } = verdict;
  const secrets = listSecrets(credentials);
  const redact = (text: string) => redactSecrets(text, secrets);
  const createExample = (exchange: StoredExchange) => createExampleReport(exchange, url + base, secrets);
  const pointers = operations.flatMap(({ operation, findings, knownFindings }) => [
    operation.part.pointer,
    ...[...findings, ...knownFindings].map(({ pointer }) => pointer),
  ]);
  const excerpts = await source.excerpts([...new Set(pointers)]);
  const locate = (pointer: string): SourcePosition => {
    const { file = source.path, line = 1, column = 1 } = excerpts.get(pointer) ?? {};
    return { file: shownPath(file), line, column };
  };
  const createFindingReport = (found: GroupedFinding, { operation }: OperationVerdict): FindingReport => {
    const { check, message, pointer, count, variants, causes, exchange, otherExchanges } = found;
    const { line, lines } = excerpts.get(pointer)?.excerpt ?? { line: 1, lines: [] };
    return {
      check,
      message: redact(message),
      pointer,
      location: locate(pointer),
      excerpt: { line, lines: lines.map(redact) },
      count,
      variants: variants.map(redact),
      fingerprint: findingId(title, operation, found),
      ids: causes.map((cause) => findingId(title, operation, { ...found, cause })),
      ...createExample(exchange),
      otherExamples: otherExchanges.map(createExample),
    };
  };
  return {
    $schema: REPORT_SCHEMA,
    version: 1,
    understudy: version,
    title,
    document: shownPath(source.path),
    url,
    seed,
    ended: new Date().toISOString(),
    requests,
    duration: Math.round(duration),
    incomplete: isCut,
    ...(limit !== undefined && { limit }),
    checks,
    operations: operations.map((one) => {
      const { operation, outcome, reason, findings, knownFindings, statuses, appliedChecks } = one;
      const untestedChecks = [...one.untestedChecks].map(([check, why]) => ({ check, reason: why }));
      const { id, method, path, part } = operation;
      return {
        operation: id,
        method,
        path,
        location: locate(part.pointer),
        outcome,
        ...(reason !== undefined && { reason: redact(reason) }),
        requests: one.requests,
        duration: Math.round(one.duration),
        statuses: Object.fromEntries(statuses),
        checks: checks.filter((check) => appliedChecks.has(check)),
        ...(untestedChecks.length > 0 && { untestedChecks }),
        ...(one.hasOnlyEmptyLists && { onlyEmptyLists: true }),
        findings: findings.filter(({ severity }) => severity === 'error').map((each) => createFindingReport(each, one)),
        warnings: findings
          .filter(({ severity }) => severity === 'warning')
          .map((each) => createFindingReport(each, one)),
        ...(knownFindings.length > 0 && { known: knownFindings.map((each) => createFindingReport(each, one)) }),
      };
    }),
    ...(coverage && { coverage }),
    ...leftoversReport(leftovers, { url: url + base, secrets }),
    ...outageReport(outage, secrets),
    ...(error !== undefined && { error: redact(error) }),
    ...(traffic && { traffic }),
  };
}

/** Whether a finding is about the document alone: no request was sent. */
export function isAboutDocument({ check }: Pick<FindingReport, 'check'>): boolean {
  return check === 'examples-valid' || check === 'workflow-completed';
}

/** Why an operation with a result was not completely tested, a clause; undefined if it was. */
export function describeIncomplete({ outcome, reason }: OperationReport): string | undefined {
  return reason !== undefined && (outcome === 'passed' || outcome === 'failed')
    ? `not completely tested: ${reason}`
    : undefined;
}

/** Lists the findings of all reports, each with its report and operation. */
export function listFindings(reports: readonly Report[]): readonly {
  readonly report: Report;
  readonly operation: OperationReport;
  readonly finding: FindingReport;
}[] {
  return reports.flatMap((report) =>
    report.operations.flatMap((operation) => operation.findings.map((finding) => ({ report, operation, finding }))),
  );
}

/** The number of known findings of all operations. */
export function countKnown(operations: readonly OperationReport[]): number {
  return operations.reduce((sum, { known = [] }) => sum + known.length, 0);
}

/** Why the run ended early, a sentence; undefined if it did not. */
export function describeEarlyEnd({ incomplete, limit }: Pick<Report, 'incomplete' | 'limit'>): string | undefined {
  if (!incomplete) return undefined;
  const cause = limit === undefined ? 'The run was stopped' : `The run reached the limit of ${limit}`;
  return `${cause} before all operations were tested.`;
}

/** Formats statuses with their counts: `200 (3 times), 404`. */
export function formatStatuses({ statuses }: Pick<OperationReport, 'statuses'>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status}${count > 1 ? ` (${count} times)` : ''}`)
    .join(', ');
}
