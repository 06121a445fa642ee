// The state of one api: collections of records, read freely, changed only all at once.

import type { Adapter } from './adapter.ts';
import { type Collection, type DraftCollection, Overlay } from './collection.ts';
import { type Collections, frozen, type Identified, type Snapshot } from './record.ts';

/** The collections of a store, for reading. */
export type View<C extends Collections<C>> = { readonly [Name in keyof C]: Collection<C[Name]> };

/** The collections of a store inside a change. */
export type Draft<C extends Collections<C>> = { readonly [Name in keyof C]: DraftCollection<C[Name]> };

/** State that is read freely and changed only through `change`. */
export interface Store<C extends Collections<C>> {
  /** What has been acknowledged. */
  readonly collections: View<C>;
  /**
   * Runs `work` on a draft and keeps what it did, all or nothing: if it throws, or the adapter cannot keep it, nothing has
   * happened. Changes run one after the other, so what `work` reads is still true when it writes. Resolves with the value
   * that `work` returns once the adapter has the change.
   *
   * @example await store.change(({ apps }) => apps.replace({ ...app, name: 'Shop' }));
   */
  change<T>(work: (draft: Draft<C>) => T): Promise<T>;
  /** Starts over from the fixtures. */
  reset(): Promise<void>;
  /** Every record, by collection. */
  snapshot(): Snapshot;
  /** Waits for changes under way and lets go of the adapter. What comes after it is refused. */
  close(): Promise<void>;
}

type Tables = Map<string, Map<string, Identified>>;

/**
 * Opens a store on what its adapter holds, or on the fixture when that is nothing.
 *
 * @param fixture - the records a store starts from and is reset to; its keys are the names of all collections
 * @param options.fresh - do not look at what the adapter holds; the first change or reset takes its place. Default false
 * @throws whatever the adapter throws while reading or writing; then the adapter is closed
 */
export async function openStore<C extends Collections<C>>(
  fixture: Snapshot,
  adapter: Adapter,
  { fresh = false }: { readonly fresh?: boolean } = {},
): Promise<Store<C>> {
  const names = Object.keys(fixture);
  let tables = fresh ? tablesOf(names, fixture) : await firstTables(names, fixture, adapter);

  /** Changes queue here, so that each sees the one before it. */
  let queue: Promise<unknown> = Promise.resolve();
  let closed = false;
  let closing: Promise<void> | undefined;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(() => {
      if (closed) throw new Error('this store is closed');
      return work();
    });
    queue = turn.catch(() => undefined);
    return turn;
  };

  const collections = Object.fromEntries(names.map((name) => [name, view(() => table(tables, name))]));

  return {
    collections: collections as unknown as View<C>,
    change: (work) =>
      inTurn(async () => {
        const overlays = new Map(names.map((name) => [name, new Overlay(table(tables, name))]));
        const result = runOnce(work, overlays);
        const next: Tables = new Map(tables);
        for (const [name, overlay] of overlays) {
          if (overlay.changes.size > 0)
            next.set(name, new Map([...overlay.values()].map((record) => [record.id, record])));
        }
        if ([...next].some(([name, after]) => after !== tables.get(name))) {
          await adapter.write(snapshotOf(next));
          tables = next;
        }
        return result;
      }),
    reset: () =>
      inTurn(async () => {
        await adapter.write(fixture);
        tables = tablesOf(names, fixture);
      }),
    snapshot: () => snapshotOf(tables),
    close() {
      closing ??= inTurn(async () => {
        closed = true;
        await adapter.close();
      });
      return closing;
    },
  };
}

/** Runs the work of a change to its end, after which its drafts are closed, however it ended. */
function runOnce<C extends Collections<C>, T>(
  work: (draft: Draft<C>) => T,
  overlays: ReadonlyMap<string, Overlay<Identified>>,
): T {
  try {
    const result = work(Object.fromEntries(overlays) as unknown as Draft<C>);
    if (result instanceof Promise) throw new TypeError('a change must be made in one go, not by an async function');
    return result;
  } finally {
    for (const overlay of overlays.values()) overlay.close();
  }
}

async function firstTables(names: readonly string[], fixture: Snapshot, adapter: Adapter): Promise<Tables> {
  try {
    const kept = await adapter.read();
    if (kept === undefined) await adapter.write(fixture);
    return tablesOf(names, kept ?? fixture);
  } catch (error) {
    await adapter.close();
    throw error;
  }
}

function table(tables: Tables, name: string): Map<string, Identified> {
  return tables.get(name) ?? new Map();
}

function view(records: () => Map<string, Identified>): Collection<Identified> {
  return {
    get: (id) => records().get(id),
    values: () => records().values(),
    get size() {
      return records().size;
    },
  };
}

function tablesOf(names: readonly string[], snapshot: Snapshot): Tables {
  return new Map(
    names.map((name) => [name, new Map((snapshot[name] ?? []).map((record) => [record.id, frozen(record)]))]),
  );
}

function snapshotOf(tables: Tables): Snapshot {
  return Object.fromEntries([...tables].map(([name, records]) => [name, [...records.values()]]));
}
