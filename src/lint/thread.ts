// Judges one document in a thread of its own, which can be ended when it takes too long.

import { parentPort, workerData } from 'node:worker_threads';
import { Problems } from '../schema/problems.ts';
import type { LintFinding } from './finding.ts';
import { type Judging, judgeDocument } from './judge.ts';
import { noteLooks, type PassedOver } from './looks.ts';

/** What the thread is given. */
export interface Task extends Omit<Judging, 'watch'> {
  readonly path: string;
  readonly looks: SharedArrayBuffer;
  readonly passedOver: readonly PassedOver[];
}

/** What it says: once, at its end. An error of another kind ends it. */
export type Judgement = { readonly findings: readonly LintFinding[] } | { readonly unusable: string };

const { path, looks, passedOver, ...judging }: Task = workerData;

const judgement = await judgeDocument(path, { ...judging, watch: noteLooks(looks, passedOver) }).then(
  ({ findings }): Judgement => ({ findings }),
  (error: unknown): Judgement => {
    if (error instanceof Problems) return { unusable: error.message };
    throw error;
  },
);
parentPort?.postMessage(judgement);
