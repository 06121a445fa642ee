// Compilation of validators in the background, before the first request.

// The global `performance` may be that of a browser environment, without event loop statistics.
import { performance as eventLoop } from 'node:perf_hooks';
import type { Document } from '../document.ts';
import type { DocumentFinding } from '../document-finding.ts';
import type { Run } from '../steps.ts';

/** Slice of compilation, and pauses between slices when the event loop is idle or busy, in milliseconds. */
const TURN = 10;
const PAUSE = 20;
const LONG_PAUSE = 200;
/** Event loop utilization from which it counts as busy, from 0 to 1. */
const BUSY = 0.5;
/** Number of slices without pauses: enough for a small document. */
const AT_ONCE = 50;
/** Delay of the first slice, in milliseconds: clients that wait for the port send a request at once. */
const FIRST = 100;

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
  const run: Run = (steps) => inTurns(steps, signal);
  if (source.compileAll) return source.compileAll(run);
  if (!source.isLarge) await run(compile());
  return [];
}

function inTurns<T>(steps: Iterator<undefined, T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let turns = 0;
    let left = eventLoop.eventLoopUtilization();
    const takeTurn = (): void => {
      const { utilization } = eventLoop.eventLoopUtilization(left);
      const end = performance.now() + TURN;
      while (performance.now() < end) {
        const { done, value } = steps.next();
        if (done) return void resolve(value);
      }
      turns += 1;
      // An unreferenced immediate would not wake up an idle process.
      setTimeout(go, turns < AT_ONCE ? 0 : utilization < BUSY ? PAUSE : LONG_PAUSE).unref();
      left = eventLoop.eventLoopUtilization();
    };
    const go = (): void => {
      if (signal.aborted) return;
      try {
        takeTurn();
      } catch (error) {
        reject(error);
      }
    };
    setTimeout(go, FIRST).unref();
  });
}
