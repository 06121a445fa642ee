// What is known of the document of an api, for people: where it is, what it is, and what is wrong with it.

import { type DocumentFinding, lineOf } from '../openapi/document-finding.ts';
import { Problems } from '../schema/problems.ts';
import type { LoadedApi } from './load-api.ts';

/** A document, and what is wrong with it. */
export interface DocumentReport {
  /** The name of its api. */
  readonly api: string;
  readonly title: string;
  /** Of the api. */
  readonly version: string;
  /** The version of OpenAPI. */
  readonly openapi: string;
  /** Where it was read: a path, or a URL. */
  readonly file: string;
  /** How many it has. */
  readonly operations: number;
  /** More are added when some are found while a large document is served. */
  readonly findings: readonly DocumentFinding[];
}

/** What is known of the document of an api. */
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

/** How many findings of a document are told where all of them would be too many. */
const TOLD = 20;

/** Tells what was found in a document that is served already. */
export function foundLate({ document }: LoadedApi, found: readonly DocumentFinding[]): string {
  const { title } = document.source.bundled.info;
  const lines = linesOf(found, TOLD).map((line) => `  ${line}`);
  return [`The document of ${title} has validators that cannot be compiled:`, ...lines].join('\n');
}

/** @throws Problems if something is wrong with one of the documents, or is not enforced */
export function requireFaultless(reports: readonly DocumentReport[]): void {
  const faulty = reports.filter(({ findings }) => findings.length > 0);
  if (faulty.length === 0) return;
  throw new Problems(
    'With --strict, documents must have no findings:',
    faulty.flatMap(({ findings }) => linesOf(findings, TOLD)),
  );
}

/** Findings as lines, the worst first, and how many are left out. @param shown - a file as people know it. Default: as it is */
export function linesOf(
  findings: readonly DocumentFinding[],
  most: number,
  shown?: (file: string) => string,
): string[] {
  const sorted = SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  const lines = sorted.slice(0, most).map((finding) => lineOf(finding, shown));
  return sorted.length > most ? [...lines, `… and ${sorted.length - most} more`] : lines;
}

const SEVERITIES = ['error', 'warn', 'info', 'hint'];
