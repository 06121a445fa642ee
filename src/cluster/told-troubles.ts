// What is wrong with the place that replicas share, for whoever runs them: clients are told neither where that is nor what to do.

import { PersistenceError } from '../store/log/log.ts';

/** For how long the same is not told again, in milliseconds, and of how many sentences that is known. */
const [QUIET, MOST] = [60_000, 100];

/** Gives what is called with each thing that could not be done. @param tell - is given a sentence for each that was not told just now */
export function tellTroubles(tell: (sentence: string) => void): (error: unknown) => void {
  const told = new Map<string, number>();
  return (error) => {
    if (!(error instanceof PersistenceError) || !(error.cause instanceof Error)) return;
    const { message } = error.cause;
    const now = performance.now();
    const before = told.get(message);
    if (before !== undefined && now - before < QUIET) return;
    told.delete(message);
    told.set(message, now);
    const [oldest = message] = told.keys();
    if (told.size > MOST) told.delete(oldest);
    tell(`Requests get 503: ${message}`);
  };
}
