// Validators compiled before somebody asks for them, while nothing else is to be done.

import type { Document } from './document.ts';

/** How long others wait at most, and how much longer they have their turn when there is much to compile; in milliseconds. */
const TURN = 10;
const PAUSE = 20;
/** How many turns come one after the other: a small document is ready then. */
const AT_ONCE = 50;
/** When the first turn comes, in milliseconds: whoever waits until the port is there asks at once, and is answered before. */
const FIRST = 100;

/**
 * Compiles the validators of a document in turns, so that requests are answered between them. Keeps no process alive.
 *
 * @param onError - is told of one that does not compile; the others are compiled nevertheless
 * @returns what ends it
 */
export function compileAhead(document: Pick<Document, 'compileNext'>, onError: (error: unknown) => void): () => void {
  let ended = false;
  let turns = 0;
  const takeTurn = (): void => {
    if (ended) return;
    const end = performance.now() + TURN;
    while (performance.now() < end) if (!compileNext()) return;
    turns += 1;
    if (turns < AT_ONCE) setImmediate(takeTurn).unref();
    else setTimeout(takeTurn, PAUSE).unref();
  };
  const compileNext = (): boolean => {
    try {
      return document.compileNext();
    } catch (error) {
      onError(error);
      return true;
    }
  };
  setTimeout(takeTurn, FIRST).unref();
  return () => {
    ended = true;
  };
}
