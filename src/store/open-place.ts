// A place that several processes share, by its URL.

import type { LogPlace } from './log/log.ts';

/** Opens a place, or gives back one that is open. What it takes is loaded for those who want it. @throws Problems if it cannot be used */
export async function openPlace(store: string | LogPlace): Promise<LogPlace> {
  if (typeof store !== 'string') return store;
  return (await import('./postgres/place.ts')).openPostgresPlace(store);
}
