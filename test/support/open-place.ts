// Storage in PostgreSQL that is closed at the end of the test, opened as each process would.

import { onTestFinished } from 'vitest';
import type { SharedStorage } from '../../src/store/log/store-log.ts';
import { openPostgresPlace } from '../../src/store/postgres/postgres-storage.ts';

/** @param url - of a database @throws UsageError if it cannot be used */
export async function openPlace(url: string): Promise<SharedStorage> {
  const place = await openPostgresPlace(url);
  onTestFinished(() => place.close());
  return place;
}
