// The settings of a verify run.

import type { Document } from '../openapi/document.ts';
import type { Callers } from './callers.ts';
import type { ValuesByName } from './cases/given-values.ts';
import type { TestSandboxes } from './cases/sandboxes.ts';
import type { Phase } from './cases/test-case.ts';
import type { CheckId } from './checks.ts';
import type { Contracts } from './contracts/read-contracts.ts';
import type { CredentialsByScheme } from './credentials.ts';
import type { RunLimits } from './run-limits.ts';
import type { Target } from './target.ts';

export interface VerifySettings {
  readonly document: Document;
  readonly target: Target;
  readonly sandboxes: TestSandboxes;
  /** The credentials. Default: none. */
  readonly credentials?: CredentialsByScheme;
  /** Other callers, for the tests of access control. Default: none. */
  readonly callers?: Callers;
  /** Values of parameters and of properties of bodies. Default: none. */
  readonly values?: ValuesByName;
  /** The contracts of operations. Default: none. */
  readonly contracts?: Contracts;
  /** The random seed. Default `understudy`. */
  readonly seed?: string;
  /** Default: all. */
  readonly checks?: readonly CheckId[];
  /** The phases. Default: all. The starting request of each operation is always sent. */
  readonly phases?: readonly Phase[];
  /** The ids of the tested operations. Default: all. */
  readonly operations?: readonly string[];
  /** Whether to send mutating requests to a shared server. Default false. */
  readonly allowWrites?: boolean;
  /** The ids of operations that may change items which the run did not create. Default: none. */
  readonly allowUnsafe?: readonly string[];
  /** The ids of operations that are never sent. Default: none. */
  readonly skipOperations?: readonly string[];
  /** Maximum number of operations tested concurrently. Default 10. */
  readonly concurrency?: number;
  /** Maximum number of boundary requests per operation. Default 500. */
  readonly maxBoundaryRequests?: number;
  /** Number of random requests per operation. Default 40. */
  readonly randomRequests?: number;
  /** Stops the run early. Default: no limits. */
  readonly limits?: RunLimits;
  /** The ids of violations that do not fail the run, see `findingId`. Default: none. */
  readonly knownFindings?: ReadonlySet<string>;
  /** Whether to count coverage. Default true. */
  readonly coverage?: boolean;
  /** Receives the progress. */
  readonly onProgress?: (progress: Progress) => void;
  /** Receives notices, a sentence each. */
  readonly onNotice?: (sentence: string) => void;
  /** Cancels the run, which returns the results so far. */
  readonly signal?: AbortSignal;
}

export interface Progress {
  /** Number of finished operations, and their total. Absent if operations are not counted apart. */
  readonly operations?: { readonly done: number; readonly of: number };
  /** Number of finished steps, such as operations and scenarios, and their total. */
  readonly done: number;
  readonly of: number;
  readonly requests: number;
  readonly findings: number;
}
