// Shares snapshots of sandboxes, each in streams of its own.

import type { Sandbox, Snapshot } from '../server/pipeline/sandbox/sandbox.ts';
import type { LogStorage } from '../store/log/store-log.ts';
import { StoreState } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { newSnapshot, type SharedRecords, type SnapshotRecord, snapshotStream } from './shared-records.ts';

/** A snapshot that is known here and there. */
interface Known {
  readonly record: SnapshotRecord;
  readonly snapshot: Snapshot;
}

export interface SharedSnapshots {
  /** Adds snapshots of other replicas, and removes those that they have removed. */
  read(sandbox: Sandbox): Promise<void>;
  /** Stores local snapshots, and removes those that were removed here. */
  publish(sandbox: Sandbox): Promise<void>;
  /** Removes the streams of unlisted snapshots. @param apis - the names of the shared ones */
  clear(records: readonly SnapshotRecord[], apis: readonly string[]): Promise<void>;
}

/** @param isShared - whether the store of an api is */
export function shareSnapshots(
  place: LogStorage,
  shared: Store<SharedRecords>,
  isShared: (api: string) => boolean,
): SharedSnapshots {
  const known = new WeakMap<Sandbox, Map<string, Known>>();
  const knownOf = (sandbox: Sandbox) => {
    const found = known.get(sandbox) ?? new Map<string, Known>();
    known.set(sandbox, found);
    return found;
  };
  const apisOf = ({ stores }: Sandbox) => [...stores.keys()].filter(isShared);
  const clear: SharedSnapshots['clear'] = async (records, apis) => {
    for (const one of records) for (const api of apis) await place.remove(snapshotStream(one, api));
  };

  async function load(sandbox: Sandbox, record: SnapshotRecord): Promise<Snapshot> {
    const { ids, clock, states: now, faults } = { ...sandbox.snapshot(), faults: sandbox.initialState.faults };
    const loaded = await Promise.all(
      apisOf(sandbox).map(async (api) => {
        const log = place.log(snapshotStream(record, api));
        const { whole } = await log.open();
        await log.close();
        const collections = now.get(api)?.collections ?? [];
        return [api, StoreState.of(collections, whole?.records ?? {}, whole?.places)] as const;
      }),
    );
    return { states: new Map([...now, ...loaded]), ids, clock, faults, seed: record.seed };
  }

  return {
    async read(sandbox) {
      const there = [...shared.collections.snapshots.values()].filter((one) => one.sandbox === sandbox.name);
      const here = knownOf(sandbox);
      const names = new Set(there.map(({ name }) => name));
      for (const name of [...here.keys()].filter((one) => !names.has(one))) {
        here.delete(name);
        sandbox.snapshots.delete(name);
      }
      for (const record of there) {
        if (here.get(record.name)?.record.tag === record.tag) continue;
        const snapshot = await load(sandbox, record);
        here.set(record.name, { record, snapshot });
        sandbox.snapshots.set(record.name, snapshot);
      }
    },
    async publish(sandbox) {
      const here = knownOf(sandbox);
      const taken = [...sandbox.snapshots].filter(([name, snapshot]) => here.get(name)?.snapshot !== snapshot);
      const gone = [...here].filter(([name, { snapshot }]) => sandbox.snapshots.get(name) !== snapshot);
      if (taken.length === 0 && gone.length === 0) return;
      const keeping = taken.map(([name, snapshot]): Known => {
        return { record: newSnapshot(sandbox.name, name, snapshot.seed), snapshot };
      });
      for (const [name] of gone) here.delete(name);
      for (const one of keeping) here.set(one.record.name, one);
      for (const { record, snapshot } of keeping) {
        for (const api of apisOf(sandbox)) {
          const state = snapshot.states.get(api);
          const log = place.log(snapshotStream(record, api));
          const { version } = await log.open(true);
          if (state) await log.replace(state, version);
          await log.close();
        }
      }
      await shared.change(({ snapshots }) => {
        for (const [, { record }] of gone) snapshots.remove(record.id);
        for (const { record } of keeping) {
          snapshots.remove(record.id);
          snapshots.add(record);
        }
      });
      await clear(
        gone.map(([, { record }]) => record),
        apisOf(sandbox),
      );
    },
    clear,
  };
}
