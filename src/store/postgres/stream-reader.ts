// Reads streams; invalid content is not read again for each caller.

import { UsageError } from '../../schema/usage-error.ts';
import type { Database } from './database.ts';
import { type DescribedStream, type LoadedStream, loadStream } from './load-stream.ts';

/** Pause after invalid content: a multiple of the time that it took, and the maximum in milliseconds. */
const [PAUSE_FOR_EACH, LONGEST_PAUSE] = [10, 60_000];

/** As `loadStream`; after invalid content, callers get the same error for a while. */
export function createStreamReader(
  database: Database,
  described: DescribedStream,
): () => Promise<LoadedStream | undefined> {
  let nonsense: { readonly error: UsageError; readonly until: number } | undefined;
  return async () => {
    const began = performance.now();
    if (nonsense && began < nonsense.until) throw nonsense.error;
    nonsense = undefined;
    try {
      return await loadStream(database, described);
    } catch (error) {
      const now = performance.now();
      const pause = Math.min(LONGEST_PAUSE, PAUSE_FOR_EACH * (now - began));
      if (error instanceof UsageError) nonsense = { error, until: now + pause };
      throw error;
    }
  };
}
