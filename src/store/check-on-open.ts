// Opens a shared stream, and checks its records against the fixture.

import { UsageError } from '../schema/usage-error.ts';
import { convertRecords, fitsCollections, recordProblems } from './convert-records.ts';
import type { Fixture } from './fixture.ts';
import { type StoreLog, wrapLog } from './log/store-log.ts';

/** The name of a stream in messages, and its storage. */
export interface StreamName {
  readonly name: string;
  readonly where: string;
}

/**
 * The same log, whose records are checked when it is opened. New collections of the document start with the records of
 * the fixture.
 *
 * @throws UsageError, while it is opened, if records are invalid, or have no collection in the document: shared records
 * are never put aside
 */
export function checkOnOpen(log: StoreLog, fixture: Fixture, joining: StreamName): StoreLog {
  const open: StoreLog['open'] = async (fresh) => {
    const content = await log.open(fresh);
    if (fresh || !content.whole) return content;
    const { records } = content.whole;
    const problems = recordProblems(records, fixture);
    if (problems.length > 0)
      throw new UsageError(
        `${describeStream(joining)} cannot be used; fix it, serve the document it belongs to, or reset it with --fresh:`,
        problems,
      );
    if (!fixture.fits || fitsCollections(fixture, records)) return content;
    const { state } = convertRecords(records, fixture);
    const outcome = await log.replace(state, content.version);
    if ('newer' in outcome)
      throw new UsageError(`${describeStream(joining)} was changed while it was opened. Start again.`);
    return { whole: { records: state.records(), places: state.places() }, version: outcome.version, entries: [] };
  };
  return wrapLog(log, { open });
}

function describeStream({ name, where }: StreamName): string {
  return `The state ${name} in ${where}`;
}
