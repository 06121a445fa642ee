// The document of an API and its problems, for users.

import { type DocumentFinding, formatDocumentFinding } from '../../../openapi/document-finding.ts';
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
export function reportOf({ api, document }: LoadedApi): DocumentReport {
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
const TOLD = 20;

/** Adds findings of a document that is served already. */
export function foundLate({ document }: LoadedApi, found: readonly DocumentFinding[]): string {
  const { title } = document.source.bundled.info;
  const lines = linesOf(found, TOLD).map((line) => `  ${line}`);
  return [`${title}: some schemas of the document cannot be compiled:`, ...lines].join('\n');
}

/** @throws UsageError if a document has errors, or parts that are not enforced */
export function requireFaultless(reports: readonly DocumentReport[]): void {
  const faulty = reports.filter(({ findings }) => findings.length > 0);
  if (faulty.length === 0) return;
  throw new UsageError(
    '--strict: the document has problems:',
    faulty.flatMap(({ findings }) => linesOf(findings, TOLD)),
  );
}

/**
 * Findings as lines, the worst first, equal ones merged, with the number of omitted ones.
 *
 * @param shown - the display name of a file. Default: unchanged
 */
export function linesOf(
  findings: readonly DocumentFinding[],
  most: number,
  shown?: (file: string) => string,
): string[] {
  const sorted = SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  const groups = alike(sorted);
  const left = groups.slice(most).reduce((sum, group) => sum + group.length, 0);
  const lines = groups.slice(0, most).map((group) => lineOfAll(group, shown));
  return left > 0 ? [...lines, `… and ${left} more`] : lines;
}

/**
 * Groups findings with equal texts, in order of first appearance.
 *
 * @param isOneOf - whether a finding may be merged. Default: always
 */
export function alike(
  findings: readonly DocumentFinding[],
  isOneOf: (finding: DocumentFinding) => boolean = () => true,
): readonly Alike[] {
  const groups = new Map<unknown, [DocumentFinding, ...DocumentFinding[]]>();
  for (const finding of findings) {
    const { severity, rule, message } = finding;
    const key = isOneOf(finding) ? `${severity} ${rule} ${message}` : finding;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()];
}

/** Findings with equal texts at several locations. */
export type Alike = readonly [first: DocumentFinding, ...others: DocumentFinding[]];

/** They as one line, with the first place: `pets.yaml:12:7  info  not-enforced  … is not known here (at 325 places, this is the first)`. */
export function lineOfAll([first, ...others]: Alike, shown?: (file: string) => string): string {
  if (others.length === 0) return formatDocumentFinding(first, shown);
  const message = `${first.message} (${others.length + 1} places, first shown)`;
  return formatDocumentFinding({ ...first, pointer: '', message }, shown);
}

const SEVERITIES = ['error', 'warn', 'info', 'hint'];
