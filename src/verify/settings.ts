// The settings of a verify run.

import type { Document } from '../openapi/document.ts';
import type { ValuesByName } from './cases/given-values.ts';
import type { Phase } from './cases/trial.ts';
import type { Worlds } from './cases/worlds.ts';
import type { CheckId } from './checks.ts';
import type { Contracts } from './contracts/read-contracts.ts';
import type { Credentials } from './credentials.ts';
import type { Target } from './target.ts';

export interface VerifySettings {
  readonly document: Document;
  readonly target: Target;
  readonly worlds: Worlds;
  /** The credentials. Default: none. */
  readonly credentials?: Credentials;
  /** Values of parameters and of properties of bodies. Default: none. */
  readonly values?: ValuesByName;
  /** The contracts of operations. Default: none. */
  readonly contracts?: Contracts;
  /** The random seed. Default `understudy`. */
  readonly seed?: string;
  /** Default: all. */
  readonly checks?: readonly CheckId[];
  /** The phases. Default: all. The baseline request of each operation is always sent. */
  readonly phases?: readonly Phase[];
  /** Operations that are tried, by their ids. Default: all. */
  readonly operations?: readonly string[];
  /** Whether to send mutating requests to a shared server. Default false. */
  readonly allowWrites?: boolean;
  /** The ids of operations that are sent although they can change items that the run did not create. Default: none. */
  readonly allowUnsafe?: readonly string[];
  /** The ids of operations that are never sent. Default: none. */
  readonly skipOperations?: readonly string[];
  /** How many operations are tried side by side. Default 10. */
  readonly concurrency?: number;
  /** The most requests about the values of one operation. Default 300. */
  readonly most?: number;
  /** How many requests are generated at random for each operation. Default 40. */
  readonly random?: number;
  /** Whether to count coverage. Default true. */
  readonly coverage?: boolean;
  /** Receives the progress. */
  readonly onProgress?: (progress: Progress) => void;
  /** Receives notices, a sentence each. */
  readonly onNotice?: (sentence: string) => void;
  /** Cancels the run: the result is reported so far. */
  readonly signal?: AbortSignal;
}

export interface Progress {
  /** How many operations and stories are done, of how many. */
  readonly done: number;
  readonly of: number;
  readonly requests: number;
  readonly findings: number;
}
