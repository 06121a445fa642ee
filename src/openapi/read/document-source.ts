// What is known of a document once it was read.

import type { DocumentFinding, Remark } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import type { MadeOutlines } from '../schema/ajv/outlines.ts';
import type { Run } from '../steps.ts';
import type { Written } from './locate.ts';

/** A document in one piece. */
export interface DocumentSource {
  /** Absolute path of the file, or its URL; of what came in another way, its location as that was given. */
  readonly path: string;
  /** One self-contained object; references inside it are kept. */
  readonly bundled: DocumentObject;
  /** What openapi-backend makes of its operations, as far as it has been asked. Default: nothing. */
  readonly outlines?: MadeOutlines;
  /** What is wrong with it, though it can be served. Where `compileAll` finds more, that is added. */
  readonly findings: readonly DocumentFinding[];
  /** Whether there is so much of it that its validators are compiled when they are needed, and not before. */
  readonly isLarge: boolean;
  /**
   * Compiles every validator to see that it compiles, and gives what does not. Undefined where that is known, and among the findings: of a small document,
   * and of one that was compiled at an earlier start and has not changed since.
   */
  readonly compileAll: ((run: Run) => Promise<readonly DocumentFinding[]>) | undefined;
  /** The paths of the files here that it was read from, those that it refers to as well; also those that could not be read. */
  readonly files: readonly string[];
  /** Says where parts of `bundled` are written, for what was found out about them later. */
  locate(remarks: readonly Remark[]): Promise<readonly DocumentFinding[]>;
  /** Where parts of `bundled` are written, by their JSON pointers (RFC 6901), with the lines that say them. Files are read again. */
  excerpts(pointers: readonly string[]): Promise<ReadonlyMap<string, Written>>;
}
