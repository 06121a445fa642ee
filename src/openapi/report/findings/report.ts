// What was found in documents, as the formats tell it.

import type { DocumentFinding, Severity } from '../../document-finding.ts';

/** What a command has found in some documents. */
export interface FindingsReport {
  /** The command, such as `lint`. */
  readonly command: string;
  /** The version of Understudy. */
  readonly version: string;
  /** Each document that was looked at, as people know it, with its findings. */
  readonly documents: readonly { readonly file: string; readonly findings: readonly DocumentFinding[] }[];
  /** What a rule is about, in one sentence. Undefined where nobody says. */
  readonly titleOf: (rule: string) => string | undefined;
  /** A file as people know it. */
  readonly shown: (file: string) => string;
}

/** The severities that are to be mended: those of JUnit's failures. */
export function isToBeMended(severity: Severity): boolean {
  return severity === 'error' || severity === 'warn';
}
