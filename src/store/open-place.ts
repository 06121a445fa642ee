// Opens shared storage by its URL.

import type { SharedStorage } from './log/log.ts';

/**
 * Opens storage, or returns it if it is open. The library is loaded on demand.
 *
 * @throws UsageError if it cannot be used
 */
export async function openSharedStorage(store: string | SharedStorage): Promise<SharedStorage> {
  if (typeof store !== 'string') return store;
  return (await import('./postgres/place.ts')).openPostgresPlace(store);
}
