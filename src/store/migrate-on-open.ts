// Opens a stored state for a changed document, and moves invalid records aside.

import { convertRecords, describeOrphans, fitsCollections } from './convert-records.ts';
import { createQuarantineFile } from './disk/quarantine-file.ts';
import type { Fixture } from './fixture.ts';
import { type OwnLog, wrapLog } from './log/store-log.ts';

/** The location of the records, and the receiver of notices. */
export interface StoredStateLocation {
  readonly folder: string;
  readonly name: string;
  readonly onNotice: (notice: string) => void;
}

/**
 * The same log, converted to the collections of a fixture when it is opened. Records of removed collections, and
 * records that no request can address, are stored in another file before they are removed.
 */
export function migrateOnOpen(log: OwnLog, fixture: Fixture, { folder, name, onNotice }: StoredStateLocation): OwnLog {
  const open: OwnLog['open'] = async (fresh) => {
    const kept = await log.open(fresh);
    if (!kept.whole || fitsCollections(fixture, kept.whole.records)) return kept;
    const { state, aside } = convertRecords(kept.whole.records, fixture);
    if (Object.keys(aside).length > 0) {
      const file = createQuarantineFile(folder, name);
      await file.keep(aside);
      for (const left of describeOrphans(aside, fixture)) onNotice(`${name}: ${left}. Moved to ${file.path}.`);
    }
    // No earlier change is known, so this version counts as the first.
    await log.replace(state, kept.version - 1);
    return { ...kept, whole: { records: state.records() } };
  };
  return wrapLog(log, { open });
}
