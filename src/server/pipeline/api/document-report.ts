// The document of an API and its problems, for users.

import { type DocumentFinding, formatDocumentFinding } from '../../../openapi/document-finding.ts';
import { STANDARD_INPUT } from '../../../openapi/read/document-files.ts';
import { shellWord, shownPath } from '../../../openapi/report/shown-path.ts';
import { UsageError } from '../../../schema/usage-error.ts';
import type { LoadedApi } from './load-api.ts';

/** A document and its problems. */
export interface DocumentReport {
  /** The name of its API. */
  readonly api: string;
  readonly title: string;
  /** The version of the API. */
  readonly version: string;
  /** The version of OpenAPI. */
  readonly openapi: string;
  /** The path or URL of the document. */
  readonly file: string;
  /** The number of operations. */
  readonly operations: number;
  /** For a large document, more may be added while it is served. */
  readonly findings: readonly DocumentFinding[];
}

/** The report on the document of an API. */
export function createDocumentReport({ api, document }: LoadedApi): DocumentReport {
  const { path: file, bundled, findings } = document.source;
  const { title, version } = bundled.info;
  return {
    api: api.name,
    title,
    version,
    openapi: bundled.openapi,
    file,
    operations: document.operations.size,
    findings,
  };
}

/** Maximum number of reported findings of a large document. */
const MAX_FINDINGS = 20;

/** Adds findings of a document that is served already. */
export function formatLateFindings({ document }: LoadedApi, found: readonly DocumentFinding[]): string {
  const { title } = document.source.bundled.info;
  const listing = { maxLines: MAX_FINDINGS, documents: [document.source.path] };
  const lines = formatFindings(found, listing).map((line) => `  ${line}`);
  return [`${title}: some schemas of the document cannot be compiled:`, ...lines].join('\n');
}

/** @throws UsageError if a document has errors, or parts that are not enforced */
export function requireNoFindings(reports: readonly DocumentReport[]): void {
  const withFindings = reports.filter(({ findings }) => findings.length > 0);
  if (withFindings.length === 0) return;
  throw new UsageError(
    '--strict: the document has problems:',
    withFindings.flatMap(({ findings, file }) =>
      formatFindings(findings, { maxLines: MAX_FINDINGS, formatFile: shownPath, documents: [file] }),
    ),
  );
}

/** How findings are listed. */
interface FindingList {
  readonly maxLines: number;
  /** The display name of a file. Default: unchanged. */
  formatFile?(file: string): string;
  /** The documents of the findings, for the command that lists omitted ones. Default: no command is shown. */
  readonly documents?: readonly string[];
}

/** Findings as lines, the worst first, equal ones merged, with the number of omitted ones. */
export function formatFindings(
  findings: readonly DocumentFinding[],
  { maxLines, formatFile, documents = [] }: FindingList,
): string[] {
  const sorted = SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  const groups = groupFindings(sorted);
  const omitted = groups.slice(maxLines).reduce((sum, group) => sum + group.length, 0);
  const lines = groups.slice(0, maxLines).map((group) => formatFindingGroup(group, formatFile));
  if (omitted === 0) return lines;
  const words = documents.map(shownPath).map((file) => (file === STANDARD_INPUT ? '-' : shellWord(file)));
  return [...lines, `… and ${omitted} more${documents.length > 0 ? `: understudy lint ${words.join(' ')}` : ''}`];
}

/**
 * Groups findings with equal texts, in order of first appearance.
 *
 * @param canGroup - whether a finding may be merged. Default: always
 */
export function groupFindings(
  findings: readonly DocumentFinding[],
  canGroup: (finding: DocumentFinding) => boolean = () => true,
): readonly FindingGroup[] {
  const groups = new Map<unknown, [DocumentFinding, ...DocumentFinding[]]>();
  for (const finding of findings) {
    const { severity, rule, message } = finding;
    const key = canGroup(finding) ? `${severity} ${rule} ${message}` : finding;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()];
}

/** Findings with equal texts at several locations. */
export type FindingGroup = readonly [first: DocumentFinding, ...others: DocumentFinding[]];

/** A group as one line, with its first location: `pets.yaml:12:7  info  not-enforced  … (325 places, first shown)`. */
export function formatFindingGroup([first, ...others]: FindingGroup, formatFile?: (file: string) => string): string {
  if (others.length === 0) return formatDocumentFinding(first, formatFile);
  const message = `${first.message} (${others.length + 1} places, first shown)`;
  return formatDocumentFinding({ ...first, pointer: '', message }, formatFile);
}

const SEVERITIES = ['error', 'warn', 'info', 'hint'];
