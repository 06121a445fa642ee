// Several stores at once: each in a file of its own, or a stream of its own, or all in memory.

import { join } from 'node:path';
import type { Durability } from './change-log.ts';
import type { Fixture } from './fixture.ts';
import type { Log, LogPlace } from './log.ts';
import { memoryLog } from './memory-log.ts';
import type { Identified } from './record.ts';
import { openStore, type Store } from './store.ts';

/** The first part of the names of streams that belong to no other sandbox. */
const MAIN = 'main';

export interface StoredRecords {
  /** Also that of its file. */
  readonly name: string;
  readonly fixture: Fixture;
}

export interface Keeping {
  /** Where streams of others may be, too; without it, state is on the disk or in memory. */
  readonly place: LogPlace | undefined;
  /** Where the files are; without it, everything lives in memory. */
  readonly folder: string | undefined;
  readonly durability: Durability | 'memory';
  readonly fresh: boolean;
  readonly onNotice: (notice: string) => void;
}

/** Opens stores by name. If one cannot be opened, those that were are let go of. @throws what `openDurable` and `openStore` throw */
export async function openStores(
  all: readonly StoredRecords[],
  { place, folder, durability, fresh, onNotice }: Keeping,
): Promise<Map<string, Store<Record<string, Identified>>>> {
  const stores = new Map<string, Store<Record<string, Identified>>>();
  const logOf = async ({ name, fixture }: StoredRecords): Promise<Log> => {
    if (place) {
      const { joined } = await import('./joined.ts');
      return joined(place.log(`${MAIN}/${name}`, true), fixture, { name, where: place.where });
    }
    if (folder === undefined || durability === 'memory') return memoryLog();
    // What keeps a store on the disk is loaded for those that are kept.
    const { openDurable } = await import('./durable.ts');
    const { check } = fixture;
    const log = await openDurable(join(folder, `${name}.json`), { check, durability, onNotice });
    // Collections of a document come and go with it; those of other fixtures are checked.
    if (!fixture.fits) return log;
    const { continued } = await import('./continued.ts');
    return continued(log, fixture, { folder, name, onNotice });
  };
  try {
    for (const one of all) stores.set(one.name, await openStore(one.fixture.records, await logOf(one), { fresh }));
    return stores;
  } catch (error) {
    await Promise.all([...stores.values()].map((store) => store.close()));
    throw error;
  }
}
