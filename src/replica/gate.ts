// What a request waits for in one of several replicas: before it, what others have done; after it, that others can know what it did.

import type { Gate } from '../engine/mount.ts';
import { MAIN, type Sandbox } from '../engine/sandbox.ts';
import { type Sandboxes, sandboxNamed, type Visit } from '../engine/sandboxes.ts';
import type { WireRequest } from '../engine/wire.ts';
import { GoneError, type LogPlace } from '../store/log.ts';
import type { Store } from '../store/store.ts';
import type { KeptWorld, SharedRecords } from './shared-records.ts';
import { shareSnapshots } from './snapshots.ts';

export interface GateSettings {
  readonly place: LogPlace;
  readonly shared: Store<SharedRecords>;
  readonly sandboxes: Sandboxes;
  /** `strong`: a request sees all that was acknowledged, by whomever, before it came. `local`: all that was here, and what others did a moment later. */
  readonly consistency: 'strong' | 'local';
  /** After how long without a request a sandbox ends, in milliseconds. */
  readonly idle: number;
  /** Whether the store of an api is shared. */
  isShared(api: string): boolean;
}

/** Which of the kept worlds a sandbox follows, and how it was then. */
interface Followed {
  readonly world: KeptWorld | undefined;
  readonly how: string;
}

export function createGate({ place, shared, sandboxes, consistency, idle, isShared }: GateSettings): Gate {
  /** The sandboxes that all know, and until when they live. */
  const known = new Map<string, number>();
  const removing = new Set<string>();
  /** Those whose stores know what is kept of them. */
  const opened = new WeakSet<Sandbox>();
  const followed = new WeakMap<Sandbox, Followed>();
  const snapshots = shareSnapshots(place, shared, isShared);
  const storesOf = ({ stores }: Sandbox) => [...stores].flatMap(([api, store]) => (isShared(api) ? [store] : []));
  const living = (name: string) => sandboxes.all().find(({ sandbox }) => sandbox.name === name)?.sandbox;

  async function refresh(sandbox: Sandbox): Promise<void> {
    if (consistency === 'local' && opened.has(sandbox)) return;
    await Promise.all(storesOf(sandbox).map((store) => store.newest()));
    opened.add(sandbox);
  }

  /** Brings the list of sandboxes here in line with the one that all share. */
  function followList(): void {
    const there = new Map([...shared.collections.sandboxes.values()].map(({ id, expires }) => [id, new Date(expires)]));
    for (const [name, expires] of there) {
      if (removing.has(name) || known.get(name) === expires.getTime()) continue;
      sandboxes.adopt(name, expires);
      known.set(name, expires.getTime());
    }
    for (const name of [...known.keys()]) {
      if (there.has(name)) continue;
      known.delete(name);
      sandboxes.forget(name);
    }
  }

  function followWorld(sandbox: Sandbox): void {
    const world = shared.collections.worlds.get(sandbox.name);
    const before = followed.get(sandbox);
    if (before && before.world === world) return;
    if (world) {
      sandbox.clock.follow(world.clock);
      if (world.seed !== sandbox.seed) sandbox.sow(world.seed);
      sandbox.faults.follow(world.faults);
    }
    followed.set(sandbox, { world, how: howIs(sandbox) });
  }

  /** The sandbox of a request, as it is by now; undefined where there can be none. */
  async function enter(name: string): Promise<Visit | undefined> {
    const here = living(name);
    if (consistency === 'strong') await Promise.all([shared.newest(), here && refresh(here)]);
    followList();
    const visit = visitOrNone(name);
    if (!visit) return undefined;
    try {
      if (visit.sandbox !== here || consistency === 'local') await refresh(visit.sandbox);
      followWorld(visit.sandbox);
      await snapshots.learn(visit.sandbox);
      return visit;
    } catch (error) {
      visit.leave();
      throw error;
    }
  }

  function visitOrNone(name: string): Visit | undefined {
    try {
      return sandboxes.visit(name);
    } catch {
      // It is refused where the request is answered.
      return undefined;
    }
  }

  /** Lets all know which sandboxes were made, used and removed here. */
  async function publishList(): Promise<void> {
    const here = new Map(sandboxes.all().flatMap(({ sandbox, expires }) => (expires ? [[sandbox, expires]] : [])));
    const names = new Set([...here.keys()].map(({ name }) => name));
    const gone = [...known.keys()].filter((name) => !names.has(name));
    const made = [...here.keys()].filter(({ name }) => !known.has(name));
    const used = [...here].filter(([{ name }, expires]) => expires.getTime() - (known.get(name) ?? 0) > idle / 10);
    if (gone.length === 0 && used.length === 0) return;
    for (const name of gone) {
      known.delete(name);
      removing.add(name);
    }
    for (const [{ name }, expires] of used) known.set(name, expires.getTime());
    // Its first state would be known here only.
    for (const sandbox of made) {
      await Promise.all(
        storesOf(sandbox).map((store) => (store.state === store.fixture ? undefined : store.restore(store.state))),
      );
      opened.add(sandbox);
    }
    const lost = await shared.change((draft) => {
      const snapshotsLost = [...draft.snapshots.values()].filter(({ sandbox }) => gone.includes(sandbox));
      for (const name of gone) {
        draft.sandboxes.remove(name);
        draft.worlds.remove(name);
      }
      for (const { id } of snapshotsLost) draft.snapshots.remove(id);
      for (const [{ name: id }, expires] of used) {
        const record = { id, expires: expires.toISOString() };
        if (draft.sandboxes.get(id)) draft.sandboxes.replace(record);
        else draft.sandboxes.add(record);
      }
      return snapshotsLost;
    });
    for (const sandbox of made) await publishWorld(sandbox);
    const apis = [...sandboxes.main.stores.keys()].filter(isShared);
    for (const name of gone) {
      for (const api of apis) await place.remove(`${name}/${api}`);
      removing.delete(name);
    }
    await snapshots.clear(lost, apis);
  }

  /** Lets all know how a sandbox goes on, if that was changed. */
  async function publishWorld(sandbox: Sandbox): Promise<void> {
    const how = howIs(sandbox);
    const before = followed.get(sandbox);
    if (before?.how === how) return;
    const { clock, seed, faults } = sandbox;
    const world = { id: sandbox.name, seed, faults: faults.kept, ...(clock.course && { clock: clock.course }) };
    followed.set(sandbox, { world: before?.world, how });
    await shared.change(({ worlds }) => {
      if (worlds.get(world.id)) worlds.replace(world);
      else worlds.add(world);
    });
    followed.set(sandbox, { world: shared.collections.worlds.get(sandbox.name), how });
  }

  async function enterOrAgain(name: string): Promise<Visit | undefined> {
    try {
      return await enter(name);
    } catch (error) {
      if (!(error instanceof GoneError)) throw error;
      // Somebody has removed it, and perhaps it was made again since.
      sandboxes.forget(name);
      return enter(name);
    }
  }

  /** Lets all know what a request did beside changing records. */
  async function publish(visit: Visit | undefined, name: string): Promise<void> {
    await publishList();
    if (!visit || (name !== MAIN && living(name) !== visit.sandbox)) return;
    await publishWorld(visit.sandbox);
    await snapshots.publish(visit.sandbox);
  }

  const refusals = new WeakMap<WireRequest, unknown>();
  return {
    async enter(request) {
      const name = sandboxNamed(request.headers);
      try {
        const visit = await enterOrAgain(name);
        return () => {
          visit?.leave();
          return publish(visit, name);
        };
      } catch (error) {
        refusals.set(request, error);
        return async () => undefined;
      }
    },
    refusal: (request) => refusals.get(request),
  };
}

/** Another text after each change of how a sandbox goes on. */
function howIs({ clock, faults, seed }: Sandbox): string {
  return JSON.stringify([clock.version, faults.version, seed]);
}
