// Compilation of validators in the background, before the first request.

// The global `performance` may be that of a browser environment, without event loop statistics.
import { performance as eventLoop } from 'node:perf_hooks';
import type { Document } from '../document.ts';
import type { DocumentFinding } from '../document-finding.ts';
import type { RunSteps } from '../run-steps.ts';

/** Slice of compilation, and pauses between slices when the event loop is idle or busy, in milliseconds. */
const SLICE_MS = 10;
const PAUSE_MS = 20;
const LONG_PAUSE_MS = 200;
/** Event loop utilization from which it counts as busy, from 0 to 1. */
const BUSY_UTILIZATION = 0.5;
/** Number of slices without pauses: enough for a small document. */
const SLICES_WITHOUT_PAUSE = 50;
/** Delay of the first slice, in milliseconds: clients that wait for the port send a request at once. */
const FIRST_DELAY_MS = 100;

/**
 * Compiles the validators of a document in slices, so that requests are handled in between. Those of a large document
 * are compiled only to find errors, and only if the result is not cached. Does not prevent the process from exiting.
 *
 * @param signal - aborts it: the promise is never settled then
 * @returns the schemas that cannot be compiled
 */
export async function compileAhead(
  { source, compile }: Pick<Document, 'source' | 'compile'>,
  signal: AbortSignal,
): Promise<readonly DocumentFinding[]> {
  const run: RunSteps = (steps) => runInSlices(steps, signal);
  if (source.compileAll) return source.compileAll(run);
  if (!source.isLarge) await run(compile());
  return [];
}

function runInSlices<T>(steps: Iterator<undefined, T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let slices = 0;
    let lastUtilization = eventLoop.eventLoopUtilization();
    const runSlice = (): void => {
      const { utilization } = eventLoop.eventLoopUtilization(lastUtilization);
      const end = performance.now() + SLICE_MS;
      while (performance.now() < end) {
        const { done, value } = steps.next();
        if (done) return void resolve(value);
      }
      slices += 1;
      // An unreferenced immediate would not wake up an idle process.
      setTimeout(
        next,
        slices < SLICES_WITHOUT_PAUSE ? 0 : utilization < BUSY_UTILIZATION ? PAUSE_MS : LONG_PAUSE_MS,
      ).unref();
      lastUtilization = eventLoop.eventLoopUtilization();
    };
    const next = (): void => {
      if (signal.aborted) return;
      try {
        runSlice();
      } catch (error) {
        reject(error);
      }
    };
    setTimeout(next, FIRST_DELAY_MS).unref();
  });
}
