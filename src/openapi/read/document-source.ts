// The result of opening a document.

import type { DocumentFinding, UnlocatedFinding } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import type { RunSteps } from '../run-steps.ts';
import type { CachedBackendSchemas } from '../schema/ajv/backend-schemas.ts';
import type { PartLocation } from './locate-findings.ts';

/** A bundled document. */
export interface DocumentSource {
  /** Absolute path or URL of the file; if its content was given, the location as given. */
  readonly path: string;
  /** A self-contained object with local references only. */
  readonly bundled: DocumentObject;
  /** Cached schemas of openapi-backend. Default: none. */
  readonly backendSchemas?: CachedBackendSchemas;
  /** Problems of a usable document. `compileAll` may add to them. */
  readonly findings: readonly DocumentFinding[];
  /** Whether it is so large that validators are compiled on first use only. */
  readonly isLarge: boolean;
  /**
   * Compiles all validators and returns those that fail. Undefined if the result is known and part of the findings: for
   * small documents, and for cached results.
   */
  readonly compileAll: ((run: RunSteps) => Promise<readonly DocumentFinding[]>) | undefined;
  /** Local paths of all files, including referenced and unreadable ones. */
  readonly files: readonly string[];
  /** Adds file positions to findings. */
  locate(remarks: readonly UnlocatedFinding[]): Promise<readonly DocumentFinding[]>;
  /** Positions and lines of parts, by JSON Pointer (RFC 6901). Reads the files again. */
  excerpts(pointers: readonly string[]): Promise<ReadonlyMap<string, PartLocation>>;
}
