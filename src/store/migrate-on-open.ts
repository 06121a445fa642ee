// Opens a stored state for a changed document, and moves invalid records aside.

import {
  convertRecords,
  describeOrphans,
  findReturning,
  fitsCollections,
  joinRecords,
  withoutRecords,
} from './convert-records.ts';
import { openQuarantineFile } from './disk/quarantine-file.ts';
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
 * records that no request can address, are stored in another file before they are removed. Records of an earlier start
 * return if they fit again.
 */
export function migrateOnOpen(log: OwnLog, fixture: Fixture, { folder, name, onNotice }: StoredStateLocation): OwnLog {
  const open: OwnLog['open'] = async (fresh) => {
    const content = await log.open(fresh);
    if (!content.whole || fresh) return content;
    const file = await openQuarantineFile(folder, name);
    const returning = findReturning(file.records, fixture);
    const { records } = content.whole;
    if (fitsCollections(fixture, records) && Object.keys(returning).length === 0) return content;
    const { state, aside } = convertRecords(records, fixture, returning);
    const waiting = withoutRecords(file.records, returning);
    const removed = withoutRecords(aside, returning);
    if (Object.keys(removed).length > 0) {
      await file.write(joinRecords(file.records, removed));
      for (const left of describeOrphans(removed, fixture)) onNotice(`${name}: ${left}. Moved to ${file.path}.`);
    }
    // No earlier change is known, so this version counts as the first.
    await log.replace(state, content.version - 1);
    // In the file until they are in the state.
    if (Object.keys(returning).length > 0) await file.write(joinRecords(waiting, aside));
    for (const [collection, { length }] of Object.entries(withoutRecords(returning, aside)))
      onNotice(
        `${name}: ${length} ${length === 1 ? 'record' : 'records'} of ${collection} returned from ${file.path}.`,
      );
    return { ...content, whole: { records: state.records() } };
  };
  return wrapLog(log, { open });
}
