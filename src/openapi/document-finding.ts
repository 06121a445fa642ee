// One fault of a document itself, with its place in the file.

import { Problems } from '../schema/problems.ts';

/** How much a finding matters. `error` and `warn` are to be mended, the others are remarks. */
export type Severity = 'error' | 'warn' | 'info' | 'hint';

/** What is wrong with a part of a document, before anybody has looked where it is written. */
export interface Remark {
  readonly severity: Severity;
  /** Name of the rule, such as `openapi-schema` or `reference`. */
  readonly rule: string;
  /** A sentence for the author of the document. */
  readonly message: string;
  /** JSON pointer (RFC 6901) into the document in one piece; empty for the whole of it. */
  readonly pointer: string;
}

/** A fault of a document: where it is, which rule it breaks, and a sentence for its author. */
export interface DocumentFinding extends Remark {
  /** Absolute path of the file, or its URL; for a fault in a referenced file, that one. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** JSON pointer (RFC 6901) into the file; empty for the whole of it. */
  readonly pointer: string;
}

/**
 * A finding as one line: `pets.yaml:12:7  error  reference  … leads nowhere (/paths/~1pets/get)`.
 *
 * @param shown - a file as people know it. Default: as it is
 */
export function lineOf(
  { file, line, column, severity, rule, message, pointer }: DocumentFinding,
  shown: (file: string) => string = (path) => path,
): string {
  const place = pointer === '' ? '' : ` (${pointer})`;
  return `${shown(file)}:${line}:${column}  ${severity}  ${rule}  ${message.replace(/\s*\n\s*/g, ' ')}${place}`;
}

/** A document that cannot be served at all, or the overlay that keeps it from that (rule `overlay`). */
export class UnusableDocument extends Problems {
  /** The reason, with its place. */
  readonly finding: DocumentFinding;

  constructor(finding: DocumentFinding, options?: ErrorOptions) {
    const { file, line, column, rule, message } = finding;
    const place = line === 1 && column === 1 ? '' : `line ${line}, column ${column}: `;
    super(`The ${rule === 'overlay' ? 'overlay' : 'document'} ${file} cannot be used: ${place}${message}`, [], options);
    this.name = 'UnusableDocument';
    this.finding = finding;
  }
}
