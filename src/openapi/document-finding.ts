// A problem of a document, with its position.

import { printable } from '../schema/printable.ts';

/** The severity of a finding. `error` and `warn` should be fixed; `info` and `hint` are remarks. */
export type Severity = 'error' | 'warn' | 'info' | 'hint';

/** A problem of a document, before it is located in a file. */
export interface UnlocatedFinding {
  readonly severity: Severity;
  /** The name of the rule, such as `openapi-schema` or `reference`. */
  readonly rule: string;
  /** A sentence for the author of the document. */
  readonly message: string;
  /** JSON Pointer (RFC 6901) into the bundled document; empty for all of it. */
  readonly pointer: string;
}

/** A problem of a document, with its position in a file. */
export interface DocumentFinding extends UnlocatedFinding {
  /** Absolute path or URL of the file, which may be a referenced one. */
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  /** Starts at 1. */
  readonly column: number;
  /** JSON Pointer (RFC 6901) into the file; empty for all of it. */
  readonly pointer: string;
}

/**
 * A finding as one line: `pets.yaml:12:7  error  reference  … cannot be resolved (/paths/~1pets/get)`.
 *
 * @param formatPath - formats the file path. Default: unchanged
 */
export function formatDocumentFinding(
  { file, line, column, severity, rule, message, pointer }: DocumentFinding,
  formatPath: (file: string) => string = (path) => path,
): string {
  const location = pointer === '' ? '' : ` (${pointer})`;
  const text = message.replace(/\s*\n\s*/g, ' ');
  return printable(`${formatPath(file)}:${line}:${column}  ${severity}  ${rule}  ${text}${location}`);
}
