// The state of one api: collections of records, read freely, changed only all at once.

import { once } from '../schema/once.ts';
import { PastStates, type RecordsAsOf } from './as-of.ts';
import type { Change } from './change.ts';
import { createDraftChange, type Draft, type DraftChange } from './draft.ts';
import type { KnownChange } from './known-changes.ts';
import { type Log, type Origin, REMEMBERED } from './log.ts';
import { memoryLog } from './memory-log.ts';
import type { Made } from './pending.ts';
import { createPendingChanges } from './pending-changes.ts';
import type { Collections, RecordLists } from './record.ts';
import { State, takingBack } from './state.ts';
import { STATE_LIMIT } from './state-limit.ts';
import { bareVersion, changesAfter, keptVersion, toldVersion, type Version } from './version.ts';
import { type View, viewOf } from './view.ts';

/** State that is read freely and changed only through `change`. */
export interface Store<C extends Collections<C>> {
  /** What has been acknowledged. */
  readonly collections: View<C>;
  /** Resolves when `collections` show all that had been acknowledged before this call, by whoever shares the log. At once where nobody does. @throws PersistenceError if that cannot be told */
  newest(): Promise<void>;
  /**
   * Runs `work` on a draft and keeps what it did, all or nothing: if it throws, or the log cannot keep it, nothing has
   * happened. Changes run one after the other, so what `work` reads is still true when it writes. Resolves with the value
   * that `work` returns once the log has the change, and what it was made on top of.
   *
   * `work` may run more than once: where the log is shared and somebody else was first, it runs again on what is there then, and only what it did last counts. So it should do
   * nothing but read and change the draft.
   *
   * @example await store.change(({ apps }) => apps.replace({ ...app, name: 'Shop' }));
   * @param origin - how it came about. Default: nobody knows
   * @param onKept - called with what it did once the log has it, if it did anything
   * @throws PersistenceError if the log cannot keep it
   * @throws ConflictError if others were first too often
   * @throws StateLimitError if the state, or one of its records, became too large
   */
  change<T>(work: (draft: Draft<C>) => T, origin?: Origin, onKept?: (change: Change) => void): Promise<T>;
  /**
   * Takes back a change whose request failed in the end. Records that others have changed since stay as they are.
   *
   * @throws PersistenceError if the log cannot keep it
   */
  takeBack(change: Change): Promise<void>;
  /** The changes that can be taken back, the oldest first: acknowledged ones only, and no more than are 16 MiB long together (the newest one, however long it is). */
  readonly changes: readonly KnownChange[];
  /**
   * The records as they were at a time, for reading: without the changes that were made later, by what their origin says. What was undone never was; a state that was restored, and
   * all before it, is there at once; and so are changes that can no more be taken back, and those of which nobody knows the time. It costs what the changes do that it is without.
   */
  asOf(time: Date): RecordsAsOf<C>;
  /** Takes back the newest changes, at most those of the last 1000 entries of its log (unless it was opened to remember fewer) that are in `changes`. Resolves with how many there were. */
  undo(count: number): Promise<number>;
  /** Takes back all changes after one, which may be the one before the oldest that is known. Resolves with how many there were; undefined if there is no such change. */
  undoTo(number: number): Promise<number | undefined>;
  /** The version of its log that has been acknowledged: it grows with everything that is kept. */
  readonly version: number;
  /** What has been acknowledged, to be kept for `restore` or `fork`. */
  readonly state: State;
  /** The state right after a change that can still be taken back, or right before the oldest of them; undefined if there is no such change. */
  stateAfter(number: number): State | undefined;
  /** What `reset` leads to. */
  readonly fixture: State;
  /** Goes back to a state of this store, or of one it was forked from. It is a change: it can be undone. */
  restore(state: State, origin?: Origin): Promise<void>;
  /** Starts over from the fixtures. */
  reset(origin?: Origin): Promise<void>;
  /**
   * Goes over to other fixtures, which may have other collections. What was undone, or could have been, is forgotten unless all records stay as they are.
   *
   * @param fixture - what `reset` leads to from now on
   * @param bring - gives a state with the collections of the fixture, and whether it has every record that somebody has changed
   * @param before - resolves when what is lost by that is safe elsewhere; what it throws leaves everything as it was. Default: nothing is
   * @throws PersistenceError if the log cannot keep it
   */
  refit(
    fixture: State,
    bring: (state: State) => { readonly state: State; readonly isAsBefore: boolean },
    before?: () => Promise<void>,
  ): Promise<void>;
  /**
   * A store of its own, in this state. Neither sees a change of the other.
   *
   * @param state - default: what has been acknowledged
   * @param log - one that others may share: what is there already is known after `newest`, and where nothing is, the first change keeps the state. Default: in memory
   */
  fork(state?: State, log?: Log): Store<C>;
  /** Why changes are rejected at the moment, a clause; undefined if they are not. */
  problem(): string | undefined;
  /** Every record, by collection. */
  records(): RecordLists;
  /** Waits for changes under way and lets go of the log. What comes after it is refused. */
  close(): Promise<void>;
}

export interface OpenStoreSettings {
  /** Do not look at what the log holds: the fixture takes its place, with the first change or reset, or at once where others share the log. Default false. */
  readonly fresh?: boolean;
  /** How many of the newest entries can be taken back, here and in forks. Default 1000. */
  readonly remembered?: number;
  /** How large the state may become, here and in each fork, in bytes of JSON. Default 1 GiB. */
  readonly stateLimit?: number;
}

/**
 * Opens a store on what its log holds, or on the fixture when that is nothing.
 *
 * @param fixture - the records a store starts from and is reset to; its keys are the names of all collections
 * @throws whatever the log throws while it is opened; then it is closed
 */
export async function openStore<C extends Collections<C>>(
  fixture: RecordLists,
  log: Log,
  { fresh = false, remembered = REMEMBERED, stateLimit = STATE_LIMIT }: OpenStoreSettings = {},
): Promise<Store<C>> {
  const first = State.of(Object.keys(fixture), fixture);
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
  fixture: State,
  log: Log,
  fresh: boolean,
  remembered: number,
): Promise<Pick<StoreParts<never>, 'version' | 'isUnwritten'>> {
  const kept = await log.open(fresh);
  if (kept.whole && !fresh) return { version: keptVersion(fixture.collections, kept.whole, kept, remembered) };
  const first = bareVersion(fixture, kept.version + 1);
  if (fresh && !log.subscribe) return { version: first, isUnwritten: true };
  for (let onTopOf = kept.version; ; ) {
    const outcome = await log.replace(fixture, onTopOf);
    if ('version' in outcome) return { version: bareVersion(fixture, outcome.version) };
    // Others have just begun with the same fixture.
    if (!fresh) return { version: toldVersion(bareVersion(fixture, onTopOf), outcome.newer, remembered) };
    onTopOf = outcome.newer.version;
  }
}

interface StoreParts<C extends Collections<C>> {
  readonly fixture: State;
  readonly log: Log;
  /** How it is at first. */
  readonly version: Version;
  /** Whether that is to replace, with the first thing that is kept, all that the log holds. Default false. */
  readonly isUnwritten?: boolean;
  readonly remembered: number;
  readonly stateLimit: number;
  /** Of the store that it is forked from, with the same collections. Default: its own. */
  readonly draftChange?: DraftChange<C>;
}

function createStore<C extends Collections<C>>(parts: StoreParts<C>): Store<C> {
  const { log, version, isUnwritten = false, remembered, stateLimit } = parts;
  let { fixture } = parts;
  let { collections: names } = version.state;
  let draftChange = parts.draftChange ?? createDraftChange<C>(names);
  const changes = createPendingChanges({ log, first: version, isUnwritten, remembered, stateLimit });
  const now = () => changes.acknowledged.state;
  // There may be thousands of collections, and of most sandboxes nobody reads one of them here.
  let view = once(() => viewOf<C>(names, now));
  let closing: Promise<void> | undefined;
  const past = new PastStates<C>();

  function make<T>(change: (before: Version) => Made<T>): Promise<T> {
    return closing ? Promise.reject(new Error('this store is closed')) : changes.add(change);
  }

  const restore = (wanted: State, origin?: Origin) =>
    make(({ state, changes: known }) => {
      const change = state.changeTo(wanted);
      const restored = { change, origin, restores: true, after: wanted };
      if (change.length > 0) return { result: undefined, step: restored };
      // Nothing is changed, and nothing is there to be taken back; but what came before is there at once.
      const isTold = known.length > 0 || changes.isUnwritten;
      return { result: undefined, ...(isTold && { step: { ...restored, takesBack: 0 } }) };
    });

  return {
    get collections() {
      return view();
    },
    newest: () => log.newest?.() ?? Promise.resolve(),
    change(work, origin, onKept) {
      let done: Change = [];
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
        const edits = takingBack([change]).filter((edit) => state.isBefore(edit));
        const step = { change: edits, origin: undefined, after: state.after(edits) };
        return { result: undefined, ...(edits.length > 0 && { step }) };
      }),
    stateAfter(number) {
      const taken = changesAfter(changes.acknowledged, number);
      return taken && (taken.length === 0 ? now() : now().after(takingBack(taken.map(({ edits }) => edits))));
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
          // What nobody has asked for need not be made to be compared.
          const isSame = isAsBefore && (log.isNowhere === true || state.changeTo(wanted).length === 0);
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
        version: bareVersion(from, given ? -1 : 0),
        isUnwritten: given !== undefined,
        remembered,
        stateLimit,
        ...(areSame(from.collections, names) && { draftChange }),
      });
    },
    problem: () => log.problem?.(),
    records: () => now().records(),
    close() {
      closing ??= changes.end().then(() => log.close());
      return closing;
    },
  };
}

/** Takes back the newest changes of those that can be. */
function takingBackOf({ state }: Version, taken: readonly KnownChange[]): Made<number> {
  if (taken.length === 0) return { result: 0 };
  const change = takingBack(taken.map(({ edits }) => edits));
  const step = { change, origin: undefined, takesBack: taken.length, after: state.after(change) };
  return { result: taken.length, step };
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index]);
}
