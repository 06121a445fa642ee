// The draft of a change: collections that can be edited.

import type { DraftCollection } from './collection.ts';
import { DraftTable } from './draft-table.ts';
import type { RecordTypes } from './record.ts';
import type { StoreState } from './state.ts';
import type { StoreChange } from './store-change.ts';

/** The collections of a store inside of a change. */
export type Draft<C extends RecordTypes<C>> = { readonly [Name in keyof C]: DraftCollection<C[Name]> };

/** The result of a change. */
interface DraftResult<T> {
  /** The return value of its work. */
  readonly result: T;
  readonly change: StoreChange;
  /** The state after it. */
  readonly after: StoreState;
}

/** A draft with its collections as properties, each opened on first use: a change uses one or two of many. */
class OpenDraft {
  readonly #state: StoreState;
  readonly #tables = new Map<string, DraftTable>();
  #closed = false;

  constructor(state: StoreState) {
    this.#state = state;
  }

  // Static, because any name may be that of a collection.
  static table(draft: OpenDraft, name: string): DraftTable {
    const table = draft.#tables.get(name) ?? new DraftTable(draft.#state.table(name));
    if (draft.#closed) table.close();
    draft.#tables.set(name, table);
    return table;
  }

  /** Ends it; later edits are rejected. Returns the used collections. */
  static close(draft: OpenDraft): ReadonlyMap<string, DraftTable> {
    draft.#closed = true;
    for (const table of draft.#tables.values()) table.close();
    return draft.#tables;
  }
}

/**
 * Runs the work of a change in a state, to its end; after that its drafts are closed, however it ended.
 *
 * @throws whatever `work` throws
 */
export type DraftChange<C extends RecordTypes<C>> = <T>(
  state: StoreState,
  work: (draft: Draft<C>) => T,
) => DraftResult<T>;

/** Makes changes of the collections with these names. */
export function createDraftChange<C extends RecordTypes<C>>(collections: readonly string[]): DraftChange<C> {
  const Shape = class extends OpenDraft {};
  for (const name of collections) {
    const get = function (this: OpenDraft) {
      return OpenDraft.table(this, name);
    };
    Object.defineProperty(Shape.prototype, name, { get });
  }
  return (state, work) => {
    const draft = new Shape(state);
    try {
      const result = work(draft as unknown as Draft<C>);
      if (result instanceof Promise) throw new TypeError('a change must be synchronous, not an async function');
      const done = [...OpenDraft.close(draft)].map(([collection, table]) => ({ collection, ...table.close() }));
      const touched = done.filter(({ edits }) => edits.length > 0);
      return {
        result,
        change: touched.flatMap(({ collection, edits }) => edits.map((edit) => ({ ...edit, collection }))),
        after: state.with(touched.map(({ collection, table }) => [collection, table])),
      };
    } finally {
      OpenDraft.close(draft);
    }
  };
}
