// Opens shared storage by its URL.

import type { LogPlace } from './log/log.ts';

/**
 * Opens storage, or returns it if it is open. The library is loaded on demand.
 *
 * @throws UsageError if it cannot be used
 */
export async function openPlace(store: string | LogPlace): Promise<LogPlace> {
  if (typeof store !== 'string') return store;
  return (await import('./postgres/place.ts')).openPostgresPlace(store);
}
