// Opens shared storage by its URL.

import type { LogStorage } from './log/store-log.ts';

/**
 * Opens storage, or returns it if it is open. The library is loaded on demand.
 *
 * @throws UsageError if it cannot be used
 */
export async function openSharedStorage(store: string | LogStorage): Promise<LogStorage> {
  if (typeof store !== 'string') return store;
  return (await import('./postgres/postgres-storage.ts')).openPostgresPlace(store);
}
