// One fault of a document itself, with its place in the file.

/** How much a finding matters. `error` and `warn` are to be mended, the others are remarks. */
export type Severity = 'error' | 'warn' | 'info' | 'hint';

/** A fault of a document: where it is, which rule it breaks, and a sentence for its author. */
export interface LintFinding {
  /** Absolute path of the file; for a fault in a referenced file, that one. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  readonly severity: Severity;
  /** Name of the rule, or `swagger-parser` when the document cannot be used at all. */
  readonly rule: string;
  readonly message: string;
  /** JSON pointer (RFC 6901) into the file; empty for the whole of it. */
  readonly pointer: string;
}

/** Whether a finding must be mended: those of this severity and above. */
export function isFault({ severity }: LintFinding, from: 'error' | 'warn'): boolean {
  return severity === 'error' || severity === from;
}
