// The state of one API: collections with atomic changes.

import { once } from '../schema/once.ts';
import { createDraftChange, type Draft, type DraftChange } from './draft.ts';
import { EarlierStates, type RecordsAsOf } from './earlier-states.ts';
import { memoryLog } from './log/memory-log.ts';
import type { PreparedChange } from './log/pending-change.ts';
import { PendingChanges } from './log/pending-changes.ts';
import { type ChangeOrigin, MAX_UNDO, type StoreLog } from './log/store-log.ts';
import type { KnownChange } from './log/undo-history.ts';
import type { RecordLists, RecordTypes } from './record.ts';
import { StoreState, undoChange } from './state.ts';
import { STATE_LIMIT } from './state-limit.ts';
import type { StoreChange } from './store-change.ts';
import { changesAfter, storedVersion, type Version, versionAfterNews, versionWithoutHistory } from './version.ts';
import { type View, viewOf } from './view.ts';

/** The state of one API. Read it freely; change it only by `change`. */
export interface Store<C extends RecordTypes<C>> {
  /** The acknowledged records. */
  readonly collections: View<C>;
  /**
   * Resolves when `collections` show everything that any process was acknowledged before this call.
   *
   * @throws StoreError `unavailable` if that cannot be determined
   */
  newest(): Promise<void>;
  /**
   * Runs `work` on a draft and stores the result, all or nothing: if it throws, or the result cannot be stored, nothing
   * has changed. Changes run one after the other. Resolves with the result of `work` when the change is stored.
   *
   * If another process was first, `work` runs again on the new state. It must do nothing but read and change the draft.
   *
   * @example await store.change(({ apps }) => apps.replace({ ...app, name: 'Shop' }));
   * @param origin - the operation and its caller, for the history. Default: unknown
   * @param onKept - called with the stored change, if there is one
   * @throws StoreError `unavailable` if the change cannot be stored
   * @throws StoreError `conflict` if other processes were first too often
   * @throws StoreError `too-large` if the state or a record is too large
   */
  change<T>(work: (draft: Draft<C>) => T, origin?: ChangeOrigin, onKept?: (change: StoreChange) => void): Promise<T>;
  /**
   * Rolls back a change of a failed request. Records that were changed since stay as they are.
   *
   * @throws StoreError `unavailable` if that cannot be stored
   */
  takeBack(change: StoreChange): Promise<void>;
  /** The changes that can be undone, oldest first: at most 16 MiB in total, at least the newest. */
  readonly changes: readonly KnownChange[];
  /**
   * The records at an earlier time, without later changes. Undone changes never appear. Restored states, changes that
   * cannot be undone, and changes without a time are always included. The cost is proportional to the excluded changes.
   */
  asOf(time: Date): RecordsAsOf<C>;
  /** Undoes the newest changes. Resolves with their number. */
  undo(count: number): Promise<number>;
  /** Undoes all changes after one. Resolves with their number; undefined if the change is unknown. */
  undoTo(number: number): Promise<number | undefined>;
  /** The acknowledged version; each stored change increments it. */
  readonly version: number;
  /** The acknowledged state, for `restore` or `fork`. */
  readonly state: StoreState;
  /** The state after a change that can be undone, or before the oldest; undefined if the change is unknown. */
  stateAfter(number: number): StoreState | undefined;
  /** The state after `reset`. */
  readonly fixture: StoreState;
  /** Restores a state of this store, or of one that it was forked from. This is a change and can be undone. */
  restore(state: StoreState, origin?: ChangeOrigin): Promise<void>;
  /** Resets to the fixtures. */
  reset(origin?: ChangeOrigin): Promise<void>;
  /**
   * Changes to other fixtures, which may have other collections. The undo history is cleared unless all records stay
   * the same.
   *
   * @param fixture - the state after `reset`
   * @param bring - converts a state; returns whether it still has every changed record
   * @param before - resolves when records that would be lost are safe; if it throws, nothing changes. Default: none
   * @throws StoreError `unavailable` if that cannot be stored
   */
  refit(
    fixture: StoreState,
    bring: (state: StoreState) => { readonly state: StoreState; readonly isAsBefore: boolean },
    before?: () => Promise<void>,
  ): Promise<void>;
  /**
   * Returns an independent store with this state.
   *
   * @param state - default: the acknowledged state
   * @param log - where it is stored, possibly shared: existing entries are known after `newest`, an empty log is filled
   * by the first change. Default: in memory
   */
  fork(state?: StoreState, log?: StoreLog): Store<C>;
  /** The reason why changes are rejected, a clause; undefined if they are not. */
  problem(): string | undefined;
  /** All records, by collection. */
  records(): RecordLists;
  /** Finishes open changes and closes the log. Later calls are rejected. */
  close(): Promise<void>;
}

export interface OpenStoreSettings {
  /**
   * Ignores the content of the log: the fixture replaces it, with the first change or reset, or at once if the log is
   * shared. Default false.
   */
  readonly fresh?: boolean;
  /** The number of newest entries that can be undone, here and in forks. Default 1000. */
  readonly remembered?: number;
  /** How large the state may become, here and in each fork, in bytes of JSON. Default 1 GiB. */
  readonly stateLimit?: number;
}

/**
 * Opens a store on the content of its log, or on the fixture if that is empty.
 *
 * @param fixture - the initial records, also after a reset; its keys are the names of all collections
 * @throws the errors of opening the log, which is closed then
 */
export async function openStore<C extends RecordTypes<C>>(
  fixture: RecordLists,
  log: StoreLog,
  { fresh = false, remembered = MAX_UNDO, stateLimit = STATE_LIMIT }: OpenStoreSettings = {},
): Promise<Store<C>> {
  const first = StoreState.of(Object.keys(fixture), fixture);
  try {
    return createStore({
      fixture: first,
      log,
      remembered,
      stateLimit,
      ...(await firstVersion(first, log, fresh, remembered)),
    });
  } catch (error) {
    await log.close();
    throw error;
  }
}

async function firstVersion(
  fixture: StoreState,
  log: StoreLog,
  fresh: boolean,
  remembered: number,
): Promise<Pick<StoreParts<never>, 'version' | 'isUnwritten'>> {
  const kept = await log.open(fresh);
  if (kept.whole && !fresh) return { version: storedVersion(fixture.collections, kept.whole, kept, remembered) };
  const first = versionWithoutHistory(fixture, kept.version + 1);
  if (fresh && log.kind === 'own') return { version: first, isUnwritten: true };
  for (let onTopOf = kept.version; ; ) {
    const outcome = await log.replace(fixture, onTopOf);
    if ('version' in outcome) return { version: versionWithoutHistory(fixture, outcome.version) };
    // Another process has just started with the same fixture.
    if (!fresh)
      return { version: versionAfterNews(versionWithoutHistory(fixture, onTopOf), outcome.newer, remembered) };
    onTopOf = outcome.newer.version;
  }
}

interface StoreParts<C extends RecordTypes<C>> {
  readonly fixture: StoreState;
  readonly log: StoreLog;
  /** How it is at first. */
  readonly version: Version;
  /** Whether it replaces the content of the log with the first write. Default false. */
  readonly isUnwritten?: boolean;
  readonly remembered: number;
  readonly stateLimit: number;
  /** Of the store that it is forked from, with the same collections. Default: its own. */
  readonly draftChange?: DraftChange<C>;
}

function createStore<C extends RecordTypes<C>>(parts: StoreParts<C>): Store<C> {
  const { log, version, isUnwritten = false, remembered, stateLimit } = parts;
  let { fixture } = parts;
  let { collections: names } = version.state;
  let draftChange = parts.draftChange ?? createDraftChange<C>(names);
  const changes = new PendingChanges({ log, first: version, isUnwritten, remembered, stateLimit });
  const now = () => changes.acknowledged.state;
  // There may be thousands of collections, and most sandboxes use none of them here.
  let view = once(() => viewOf<C>(names, now));
  let closing: Promise<void> | undefined;
  const isPersistent = log.kind === 'shared' || log.isPersistent;
  const past = new EarlierStates<C>();

  function make<T>(change: (before: Version) => PreparedChange<T>): Promise<T> {
    return closing ? Promise.reject(new Error('this store is closed')) : changes.add(change);
  }

  const restore = (wanted: StoreState, origin?: ChangeOrigin) =>
    make(({ state, changes: known }) => {
      const change = state.changeTo(wanted);
      const restored = { change, origin, restores: true, after: wanted };
      if (change.length > 0) return { result: undefined, step: restored };
      // Nothing changes and nothing can be undone, but earlier entries are no longer needed.
      const isTold = known.length > 0 || changes.isUnwritten;
      return { result: undefined, ...(isTold && { step: { ...restored, takesBack: 0 } }) };
    });

  return {
    get collections() {
      return view();
    },
    newest: () => (log.kind === 'shared' ? log.newest() : Promise.resolve()),
    change(work, origin, onKept) {
      let done: StoreChange = [];
      const kept = make(({ state }) => {
        const { result, change, after } = draftChange(state, work);
        done = change;
        return { result, ...(change.length > 0 && { step: { change, origin, after } }) };
      });
      if (!onKept) return kept;
      return kept.then((result) => {
        if (done.length > 0) onKept(done);
        return result;
      });
    },
    takeBack: (change) =>
      make((before) => {
        const newest = before.changes.all.at(-1);
        if (newest?.edits === change) return { ...takingBackOf(before, [newest]), result: undefined };
        const { state } = before;
        const edits = undoChange([change]).filter((edit) => state.isBefore(edit));
        const step = { change: edits, origin: undefined, after: state.after(edits) };
        return { result: undefined, ...(edits.length > 0 && { step }) };
      }),
    stateAfter(number) {
      const taken = changesAfter(changes.acknowledged, number);
      return taken && (taken.length === 0 ? now() : now().after(undoChange(taken.map(({ edits }) => edits))));
    },
    undo: (count) => make((before) => takingBackOf(before, count > 0 ? before.changes.all.slice(-count) : [])),
    undoTo: (number) =>
      make((before) => {
        const taken = changesAfter(before, number);
        return taken ? takingBackOf(before, taken) : { result: undefined };
      }),
    get changes() {
      return changes.acknowledged.changes.all;
    },
    asOf: (time) => past.at(time, changes.acknowledged, view()),
    get version() {
      return changes.acknowledged.number;
    },
    get state() {
      return now();
    },
    get fixture() {
      return fixture;
    },
    async refit(next, bring, before = async () => undefined) {
      if (closing) throw new Error('this store is closed');
      await changes.replace({
        make({ state }) {
          const { state: wanted, isAsBefore } = bring(state);
          // Unused lazy records need not be created for the comparison.
          const isSame = isAsBefore && (!isPersistent || state.changeTo(wanted).length === 0);
          return { state: wanted, isSame };
        },
        before,
        done({ collections }) {
          fixture = next;
          if (!areSame(collections, names)) draftChange = createDraftChange<C>(collections);
          names = collections;
          view = once(() => viewOf<C>(names, now));
        },
      });
    },
    restore,
    reset: (origin) => restore(fixture, origin),
    fork(from = now(), given) {
      return createStore({
        fixture,
        log: given ?? memoryLog(),
        version: versionWithoutHistory(from, given ? -1 : 0),
        isUnwritten: given !== undefined,
        remembered,
        stateLimit,
        ...(areSame(from.collections, names) && { draftChange }),
      });
    },
    problem: () => (log.kind === 'own' ? log.problem() : undefined),
    records: () => now().records(),
    close() {
      closing ??= changes.end().then(() => log.close());
      return closing;
    },
  };
}

/** Undoes the newest changes. */
function takingBackOf({ state }: Version, taken: readonly KnownChange[]): PreparedChange<number> {
  if (taken.length === 0) return { result: 0 };
  const change = undoChange(taken.map(({ edits }) => edits));
  const step = { change, origin: undefined, takesBack: taken.length, after: state.after(change) };
  return { result: taken.length, step };
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index]);
}
