// What a run of verify is told.

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
  /** What is shown to the server. Default: nothing. */
  readonly credentials?: Credentials;
  /** Values of parameters and of properties of bodies. Default: none. */
  readonly values?: ValuesByName;
  /** What is made for operations, and cases of theirs. Default: none. */
  readonly contracts?: Contracts;
  /** What requests follow from. Default `understudy`. */
  readonly seed?: string;
  /** Default: all. */
  readonly checks?: readonly CheckId[];
  /** What is tried. Default: all. One accepted request of each operation is looked for in any case. */
  readonly phases?: readonly Phase[];
  /** Operations that are tried, by their ids. Default: all. */
  readonly operations?: readonly string[];
  /** Whether requests may be sent that change something where others would see it. Default false. */
  readonly allowWrites?: boolean;
  /** The ids of operations that are sent though they can change what the run did not create. Default: none. */
  readonly allowUnsafe?: readonly string[];
  /** The ids of operations that are never sent. Default: none. */
  readonly skipOperations?: readonly string[];
  /** How many operations are tried side by side. Default 10. */
  readonly concurrency?: number;
  /** The most requests about the values of one operation. Default 300. */
  readonly most?: number;
  /** How many requests are generated at random for each operation. Default 40. */
  readonly random?: number;
  /** Whether it is counted what requests exercise of the document. Default true. */
  readonly coverage?: boolean;
  /** Told what was done so far. */
  readonly onProgress?: (progress: Progress) => void;
  /** Told what else somebody should know, a sentence. */
  readonly onNotice?: (sentence: string) => void;
  /** Ends it: what was done is told. */
  readonly signal?: AbortSignal;
}

export interface Progress {
  /** How many operations and stories are done, of how many. */
  readonly done: number;
  readonly of: number;
  readonly requests: number;
  readonly findings: number;
}
