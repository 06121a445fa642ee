// A place that was kept for other collections: a document may have changed while nobody served it.

import type { Adapter } from './adapter.ts';
import { asideFile } from './aside-file.ts';
import type { Fixture } from './fixture.ts';
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
export function continued(adapter: Adapter, { records }: Fixture, { folder, name, onNotice }: Continuing): Adapter {
  return {
    ...adapter,
    async read() {
      const kept = await adapter.read();
      const names = Object.keys(kept ?? {});
      if (!kept || String(names) === String(Object.keys(records))) return kept;
      const is = State.of(Object.keys(records), records);
      const fixture: Fixture = { records, check: () => [] };
      const { state, aside } = refitted(State.of(names, kept), { was: State.of([], {}), is, fixture, aside: {} });
      const gone = Object.values(aside).flat().length;
      if (gone > 0) {
        const file = asideFile(folder, name);
        await file.keep(aside);
        const kinds = Object.keys(aside).join(', ');
        onNotice(`There is no ${kinds} in ${name} any more: ${gone} of the records are kept aside in ${file.path}.`);
      }
      await adapter.write(state);
      return state.records();
    },
  };
}
