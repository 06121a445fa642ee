// Lints one document in a thread that can be terminated.

import { parentPort, workerData } from 'node:worker_threads';
import { UsageError } from '../schema/usage-error.ts';
import type { LintFinding } from './finding.ts';
import { type Judging, judgeDocument } from './judge.ts';
import { noteLooks, type PassedOver } from './looks.ts';

/** The input of the thread. */
export interface Task extends Omit<Judging, 'watch'> {
  readonly path: string;
  readonly looks: SharedArrayBuffer;
  readonly passedOver: readonly PassedOver[];
}

/** Its only message, at its end. Other errors terminate it. */
export type Judgement = { readonly findings: readonly LintFinding[] } | { readonly unusable: string };

const { path, looks, passedOver, ...judging }: Task = workerData;

const judgement = await judgeDocument(path, { ...judging, watch: noteLooks(looks, passedOver) }).then(
  ({ findings }): Judgement => ({ findings }),
  (error: unknown): Judgement => {
    if (error instanceof UsageError) return { unusable: error.message };
    throw error;
  },
);
parentPort?.postMessage(judgement);
