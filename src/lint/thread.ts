// Lints one document in a thread that can be terminated.

import { parentPort, workerData } from 'node:worker_threads';
import { UsageError } from '../schema/usage-error.ts';
import { type SkippedCall, watchCalls } from './call-memory.ts';
import type { LintFinding } from './finding.ts';
import { type LintSettings, lintDocument } from './lint-document.ts';

/** The input of the thread. */
export interface LintTask extends Omit<LintSettings, 'watch'> {
  readonly path: string;
  readonly looks: SharedArrayBuffer;
  readonly passedOver: readonly SkippedCall[];
}

/** Its only message, at its end. Other errors terminate it. */
export type LintResult = { readonly findings: readonly LintFinding[] } | { readonly unusable: string };

const { path, looks, passedOver, ...judging }: LintTask = workerData;

const judgement = await lintDocument(path, { ...judging, watch: watchCalls(looks, passedOver) }).then(
  ({ findings }): LintResult => ({ findings }),
  (error: unknown): LintResult => {
    if (error instanceof UsageError) return { unusable: error.message };
    throw error;
  },
);
parentPort?.postMessage(judgement);
