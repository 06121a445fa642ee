// A change while it is being made.

import type { DraftCollection } from './collection.ts';
import { DraftTable } from './draft-table.ts';
import type { Collections } from './record.ts';
import type { Change, State } from './state.ts';

/** The collections of a store inside a change. */
export type Draft<C extends Collections<C>> = { readonly [Name in keyof C]: DraftCollection<C[Name]> };

/**
 * Runs the work of a change in a state, to its end; after that its drafts are closed, however it ended.
 *
 * @returns what `work` returns, what it did, and the state after it
 * @throws whatever `work` throws
 */
export function draftChange<C extends Collections<C>, T>(
  state: State,
  work: (draft: Draft<C>) => T,
): { readonly result: T; readonly change: Change; readonly after: State } {
  const tables = new Map(state.collections.map((name) => [name, new DraftTable(state.table(name))]));
  let result: T;
  try {
    result = work(Object.fromEntries(tables) as unknown as Draft<C>);
    if (result instanceof Promise) throw new TypeError('a change must be made in one go, not by an async function');
  } finally {
    for (const table of tables.values()) table.close();
  }
  const done = [...tables].map(([collection, table]) => ({ collection, ...table.close() }));
  const touched = done.filter(({ edits }) => edits.length > 0);
  return {
    result,
    change: touched.flatMap(({ collection, edits }) => edits.map((edit) => ({ ...edit, collection }))),
    after: state.with(touched.map(({ collection, table }) => [collection, table])),
  };
}
