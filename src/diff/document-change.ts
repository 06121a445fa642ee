// One reported change of a document.

import type { Levels } from './level.ts';

/** One change of a document. */
export interface DocumentChange extends Levels {
  /** Such as `request-property-became-required` or `operation-removed`. */
  readonly rule: string;
  /** A sentence. */
  readonly message: string;
  /** The changed operations, such as `GET /pets`; none for a change of the whole document. */
  readonly operations: readonly string[];
  /** Where it was written in the old document. */
  readonly old: string | undefined;
  /** The location in the new document, or of the parent there. */
  readonly new: string | undefined;
}

/** The operations that a sentence is about, in short: the first one, and how many more. */
export function subjectOf([first, ...others]: readonly string[]): string {
  if (others.length === 0) return `${first}`;
  return `${first} and ${others.length} more ${others.length === 1 ? 'operation' : 'operations'}`;
}
