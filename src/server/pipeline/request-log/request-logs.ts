// The request logs of one process, with shared memory.

import { BoundedRequestLog } from './bounded-request-log.ts';
import type { SecretNamesOf } from './recorded-exchange.ts';
import { MAX_EXCHANGES, type NumberedRequestLogs } from './request-log.ts';

const DEFAULT_BYTES = 64 * 1024 * 1024;

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Creates request logs with a common limit in bytes. Above it, the oldest exchanges of one of the largest logs are
 * dropped, so that a busy sandbox does not affect others.
 *
 * @param secretsOf - called when an exchange is shown: names of secrets. Default: known names only
 */
export function createRequestLogs(
  bytes = DEFAULT_BYTES,
  maxEntries = MAX_EXCHANGES,
  secretsOf: SecretNamesOf = () => NO_NAMES,
): NumberedRequestLogs {
  /** By the binary length of their size: those in the last non-empty set are at least half as large as the largest. */
  const byMagnitude: Set<BoundedRequestLog>[] = [];
  let total = 0;

  const resized = (log: BoundedRequestLog, before: number): void => {
    total += log.bytes - before;
    const [from, to] = [magnitude(before), magnitude(log.bytes)];
    if (from === to) return;
    byMagnitude[from]?.delete(log);
    if (to === 0) return;
    byMagnitude[to] ??= new Set();
    byMagnitude[to].add(log);
  };
  const evict = (): void => {
    while (total > bytes) {
      const [large] = byMagnitude.findLast((logs) => logs?.size > 0) ?? [];
      if (!large) return;
      large.dropOldest();
    }
  };
  return { create: () => new BoundedRequestLog(maxEntries, { resized, evict, secretsOf }) };
}

function magnitude(bytes: number): number {
  return bytes === 0 ? 0 : Math.floor(Math.log2(bytes)) + 1;
}
