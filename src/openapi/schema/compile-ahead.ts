// Validators compiled before somebody asks for them, while nothing else is to be done.

// That of a browser, which a test may have put in its place, knows nothing of the event loop.
import { performance as eventLoop } from 'node:perf_hooks';
import type { Document } from '../document.ts';
import type { DocumentFinding } from '../document-finding.ts';
import type { Run } from '../steps.ts';

/** How long others wait at most, and how much longer they have their turn when there is much to compile, idle or busy; in milliseconds. */
const TURN = 10;
const PAUSE = 20;
const LONG_PAUSE = 200;
/** From which part of their turn on others are busy, of 1. */
const BUSY = 0.5;
/** How many turns come one after the other: a small document is ready then. */
const AT_ONCE = 50;
/** When the first turn comes, in milliseconds: whoever waits until the port is there asks at once, and is answered before. */
const FIRST = 100;

/**
 * Compiles the validators of a document in turns, so that requests are answered between them, and seldom while there are many; those of a large one only to
 * see that they compile, and only where that is not known. Keeps no process alive.
 *
 * @param signal - ends it: the promise is never settled then
 * @returns what was found that does not compile
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
      // An immediate that keeps no process alive does not wake one up either.
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
