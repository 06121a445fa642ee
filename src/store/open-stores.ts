// Opens several stores: in files, in shared streams, or in memory.

import { join } from 'node:path';
import type { Durability } from './disk/log-file.ts';
import type { Fixture } from './fixture.ts';
import { memoryLog } from './log/memory-log.ts';
import type { LogStorage, StoreLog } from './log/store-log.ts';
import { openStore } from './open-store.ts';
import type { Identified } from './record.ts';
import type { Store } from './store.ts';

/** The first part of the names of streams that belong to no other sandbox. */
const MAIN = 'main';

interface StoredRecords {
  /** Also that of its file. */
  readonly name: string;
  readonly fixture: Fixture;
}

interface StoreLocation {
  /** Where streams of others may be, too; without it, state is on the disk or in memory. */
  readonly place: LogStorage | undefined;
  /** Where the files are; without it, everything lives in memory. */
  readonly folder: string | undefined;
  readonly durability: Durability | 'memory';
  readonly fresh: boolean;
  /** How large each store may become, in bytes of JSON. */
  readonly stateLimit: number;
  readonly onNotice: (notice: string) => void;
  /** Called with a sentence when another process has taken over a file: nothing is stored there any more. */
  readonly onLost: (reason: string) => void;
}

/**
 * Opens stores by name. If one cannot be opened, the others are closed.
 *
 * @throws the errors of `openDurable` and `openStore`
 */
export async function openStores(
  all: readonly StoredRecords[],
  { place, folder, durability, fresh, stateLimit, onNotice, onLost }: StoreLocation,
): Promise<Map<string, Store<Record<string, Identified>>>> {
  const stores = new Map<string, Store<Record<string, Identified>>>();
  const logOf = async ({ name, fixture }: StoredRecords): Promise<StoreLog> => {
    if (place) {
      const { checkOnOpen: joined } = await import('./check-on-open.ts');
      return joined(place.log(`${MAIN}/${name}`, true), fixture, { name, where: place.where });
    }
    if (folder === undefined || durability === 'memory') return memoryLog();
    // Loaded only for stores on the disk.
    const { openDurable } = await import('./disk/open-durable.ts');
    const { check } = fixture;
    const log = await openDurable(join(folder, `${name}.json`), { check, durability, onNotice, onLost });
    // The collections of an inferred API change with its document; records of others are checked.
    if (!fixture.fits) return log;
    const { migrateOnOpen: continued } = await import('./migrate-on-open.ts');
    return continued(log, fixture, { folder, name, onNotice });
  };
  // At the same time, because each may wait for the lock of a process that has ended.
  const opened = await Promise.allSettled(all.map(logOf));
  const logs = opened.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  try {
    for (const one of opened) if (one.status === 'rejected') throw one.reason;
    for (const { name, fixture } of all) {
      const log = logs.shift();
      if (log) stores.set(name, await openStore(fixture.records, log, { fresh, stateLimit }));
    }
    return stores;
  } catch (error) {
    await Promise.all([...stores.values(), ...logs].map((one) => one.close()));
    throw error;
  }
}
