// A place that was kept for other collections: a document may have changed while nobody served it.

import { broughtOver, isFor, leftBehind } from './brought-over.ts';
import { asideFile } from './disk/aside-file.ts';
import type { Fixture } from './fixture.ts';
import { type Log, openedBy } from './log/log.ts';

/** Where the records of a store are, and who is told. */
export interface Continuing {
  readonly folder: string;
  readonly name: string;
  readonly onNotice: (notice: string) => void;
}

/**
 * The same place, read for the collections of a fixture: those that are new begin as it has them. Records of those that are gone, and those that no request can name any more,
 * are kept aside, safely, before they leave the place.
 */
export function continued(log: Log, fixture: Fixture, { folder, name, onNotice }: Continuing): Log {
  return openedBy(log, async (fresh) => {
    const kept = await log.open(fresh);
    if (!kept.whole || isFor(fixture, kept.whole.records)) return kept;
    const { state, aside } = broughtOver(kept.whole.records, fixture);
    if (Object.keys(aside).length > 0) {
      const file = asideFile(folder, name);
      await file.keep(aside);
      for (const left of leftBehind(aside, fixture)) onNotice(`${name}: ${left}. Moved to ${file.path}.`);
    }
    // Nothing is known that could be taken back, so this may count as what was there at first.
    await log.replace(state, kept.version - 1);
    return { ...kept, whole: { records: state.records() } };
  });
}
