// One fault of a document, as lint tells it.

import type { DocumentFinding } from '../openapi/document-finding.ts';

export type { DocumentFinding as LintFinding, Severity } from '../openapi/document-finding.ts';

/** Whether a finding must be mended: those of this severity and above. */
export function isFault({ severity }: DocumentFinding, from: 'error' | 'warn'): boolean {
  return severity === 'error' || severity === from;
}
