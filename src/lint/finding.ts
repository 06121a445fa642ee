// A finding of lint.

import type { DocumentFinding, Severity } from '../openapi/document-finding.ts';

export type { DocumentFinding as LintFinding, Severity } from '../openapi/document-finding.ts';

/** Whether a finding has this severity or a higher one. */
export function isFault({ severity }: DocumentFinding, from: Severity): boolean {
  return severity === 'error' || severity === from || from === 'info';
}
