// A place that was kept for other collections: a document may have changed while nobody served it.

import { asideFile } from './aside-file.ts';
import type { Fixture } from './fixture.ts';
import type { Log } from './log.ts';
import { refitted } from './refitted.ts';
import { State } from './state.ts';

/** Where the records of a store are, and who is told. */
export interface Continuing {
  readonly folder: string;
  readonly name: string;
  readonly onNotice: (notice: string) => void;
}

/**
 * The same place, read for the collections of a fixture: those that are new begin as it has them, records of those that are gone are kept aside, safely,
 * before they leave the place.
 */
export function continued(log: Log, { records }: Fixture, { folder, name, onNotice }: Continuing): Log {
  return {
    ...log,
    async open(fresh) {
      const kept = await log.open(fresh);
      const lists = kept.whole?.records ?? {};
      const names = Object.keys(lists);
      if (!kept.whole || String(names) === String(Object.keys(records))) return kept;
      const is = State.of(Object.keys(records), records);
      const fixture: Fixture = { records, check: () => [] };
      const { state, aside } = refitted(State.of(names, lists), { was: State.of([], {}), is, fixture, aside: {} });
      const gone = Object.values(aside).flat().length;
      if (gone > 0) {
        const file = asideFile(folder, name);
        await file.keep(aside);
        const kinds = Object.keys(aside).join(', ');
        onNotice(`There is no ${kinds} in ${name} any more: ${gone} of the records are kept aside in ${file.path}.`);
      }
      // Nothing is known that could be taken back, so this may count as what was there at first.
      await log.replace(state, kept.version - 1);
      return { ...kept, whole: { records: state.records() } };
    },
  };
}
