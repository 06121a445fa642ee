// All that a stream holds, for whoever asks: what is nonsense is not read again for each of them.

import type { Database } from './database.ts';
import { type Described, type Loaded, loadStream } from './loading.ts';
import { NonsenseError } from './rows.ts';

/** How long nonsense is not read again: so many times as long as that took, and no longer than this, in milliseconds. */
const [PAUSE_FOR_EACH, LONGEST_PAUSE] = [10, 60_000];

/** As `loadStream`; after nonsense whoever asks is told the same for a while, since nobody may have mended it. */
export function createReader(database: Database, described: Described): () => Promise<Loaded | undefined> {
  let nonsense: { readonly error: NonsenseError; readonly until: number } | undefined;
  return async () => {
    const began = performance.now();
    if (nonsense && began < nonsense.until) throw nonsense.error;
    nonsense = undefined;
    try {
      return await loadStream(database, described);
    } catch (error) {
      const now = performance.now();
      const pause = Math.min(LONGEST_PAUSE, PAUSE_FOR_EACH * (now - began));
      if (error instanceof NonsenseError) nonsense = { error, until: now + pause };
      throw error;
    }
  };
}
