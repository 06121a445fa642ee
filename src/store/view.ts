// The collections of a store, for reading.

import type { Collection } from './collection.ts';
import type { Identified, RecordTypes } from './record.ts';
import type { StoreState } from './state.ts';

/** The collections of a store, for reading. */
export type View<C extends RecordTypes<C>> = { readonly [Name in keyof C]: Collection<C[Name]> };

/** Collections that always show the state that `now` returns. */
export function viewOf<C extends RecordTypes<C>>(names: readonly string[], now: () => StoreState): View<C> {
  const collections = names.map((name): [string, Collection<Identified>] => [
    name,
    {
      get: (id) => now().table(name).get(id),
      values: (from) => now().table(name).values(from),
      group: (index, ...key) =>
        now()
          .table(name)
          .group(index, ...key),
      get size() {
        return now().table(name).size;
      },
    },
  ]);
  return Object.fromEntries(collections) as unknown as View<C>;
}
