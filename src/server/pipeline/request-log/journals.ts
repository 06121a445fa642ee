// The journals of one process, which share their memory.

import { BoundedJournal } from './bounded-journal.ts';
import { MOST_EXCHANGES, type Rings } from './journal.ts';
import type { SecretsOf } from './recorded-exchange.ts';

const DEFAULT_BYTES = 64 * 1024 * 1024;

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Journals that keep no more than this many bytes together. When there are more, the oldest exchanges of one of the largest journals go: a loud
 * sandbox does not make others forget.
 *
 * @param secretsOf - asked when an exchange is shown: what is not to be. Default: what has the name of a secret only
 */
export function createJournals(
  bytes = DEFAULT_BYTES,
  most = MOST_EXCHANGES,
  secretsOf: SecretsOf = () => NO_NAMES,
): Rings {
  /** By the length of their size in binary: those in the last one that is not empty are at least half as large as the largest. */
  const byMagnitude: Set<BoundedJournal>[] = [];
  let total = 0;

  const resized = (journal: BoundedJournal, before: number): void => {
    total += journal.bytes - before;
    const [from, to] = [magnitude(before), magnitude(journal.bytes)];
    if (from === to) return;
    byMagnitude[from]?.delete(journal);
    if (to === 0) return;
    byMagnitude[to] ??= new Set();
    byMagnitude[to].add(journal);
  };
  const makeRoom = (): void => {
    while (total > bytes) {
      const [large] = byMagnitude.findLast((journals) => journals?.size > 0) ?? [];
      if (!large) return;
      large.dropOldest();
    }
  };
  return { create: () => new BoundedJournal(most, { resized, makeRoom, secretsOf }) };
}

function magnitude(bytes: number): number {
  return bytes === 0 ? 0 : Math.floor(Math.log2(bytes)) + 1;
}
