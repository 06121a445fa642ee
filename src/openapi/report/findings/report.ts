// The input of all formats of document findings.

import type { DocumentFinding, Severity } from '../../document-finding.ts';

/** The findings of a command. */
export interface FindingsReport {
  /** The command, such as `lint`. */
  readonly command: string;
  /** The version of Understudy. */
  readonly version: string;
  /** Each document with its display name and findings. */
  readonly documents: readonly { readonly file: string; readonly findings: readonly DocumentFinding[] }[];
  /** The title of a rule; undefined if it has none. */
  readonly titleOf: (rule: string) => string | undefined;
  /** Formats a file path for people. */
  readonly formatPath: (file: string) => string;
}

/** Whether a severity counts as a failure in JUnit. */
export function isFailingSeverity(severity: Severity): boolean {
  return severity === 'error' || severity === 'warn';
}
