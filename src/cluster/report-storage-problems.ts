// Reports storage problems to operators; clients get neither place nor advice.

import { isStoreError } from '../store/store-error.ts';

/** Interval before the same sentence is repeated, in milliseconds, and the number of remembered sentences. */
const [QUIET, MOST] = [60_000, 100];

/** Returns a function that reports errors. @param tell - receives each sentence that was not reported recently */
export function reportStorageProblems(tell: (sentence: string) => void): (error: unknown) => void {
  const reported = new Map<string, number>();
  return (error) => {
    if (!isStoreError(error, 'unavailable') || !(error.cause instanceof Error)) return;
    const { message } = error.cause;
    const now = performance.now();
    const before = reported.get(message);
    if (before !== undefined && now - before < QUIET) return;
    reported.delete(message);
    reported.set(message, now);
    const [oldest = message] = reported.keys();
    if (reported.size > MOST) reported.delete(oldest);
    tell(`Requests get 503: ${message}`);
  };
}
