// The state of one api: collections of records, read freely, changed only all at once.

import { once } from '../schema/once.ts';
import { type Adapter, memoryAdapter, type Step } from './adapter.ts';
import { createDraftChange, type Draft, type DraftChange } from './draft.ts';
import { type Moment, Moments, type Restored } from './lagging.ts';
import type { Collections, RecordLists } from './record.ts';
import { type Change, State, takingBack } from './state.ts';
import { type View, viewOf } from './view.ts';

/** How a change came about, for people who look back. */
export interface Origin {
  /** By the clock of whoever changed something. */
  readonly at: Date;
  /** What was done: the id of an operation. */
  readonly operation: string;
  /** Who did it; undefined when nobody had to say so. */
  readonly caller?: string | undefined;
}

/** A change that can be taken back. */
export interface KnownChange {
  /** Counted from 1 for each store since it was opened; no number comes twice. */
  readonly number: number;
  /** Undefined when whoever made it has not said. */
  readonly origin: Origin | undefined;
  readonly edits: Change;
}

/** State that is read freely and changed only through `change`. */
export interface Store<C extends Collections<C>> {
  /** What has been acknowledged. */
  readonly collections: View<C>;
  /**
   * Runs `work` on a draft and keeps what it did, all or nothing: if it throws, or the adapter cannot keep it, nothing has
   * happened. Changes run one after the other, so what `work` reads is still true when it writes. Resolves with the value
   * that `work` returns once the adapter has the change, and what it was made on top of.
   *
   * @example await store.change(({ apps }) => apps.replace({ ...app, name: 'Shop' }));
   * @param origin - how it came about. Default: nobody knows
   * @throws PersistenceError if the adapter cannot keep it
   */
  change<T>(work: (draft: Draft<C>) => T, origin?: Origin): Promise<T>;
  /** The changes that can be taken back, the oldest first: acknowledged ones only. */
  readonly changes: readonly KnownChange[];
  /**
   * The records as they were at a time, for reading: without the changes that were made later, by what their origin says. What was undone never was; a state that was restored, and
   * all before it, is there at once; and so are changes that can no more be taken back, and those of which nobody knows the time. It costs what the changes do that it is without.
   */
  asOf(time: Date): Moment<C>;
  /** Takes back the newest changes, at most the last 1000 (unless it was opened to remember fewer) since the store was opened. Resolves with how many there were. */
  undo(count: number): Promise<number>;
  /** Takes back all changes after one, which may be the one before the oldest that is known. Resolves with how many there were; undefined if there is no such change. */
  undoTo(number: number): Promise<number | undefined>;
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
   * @throws PersistenceError if the adapter cannot keep it
   */
  refit(
    fixture: State,
    bring: (state: State) => { readonly state: State; readonly isAsBefore: boolean },
    before?: () => Promise<void>,
  ): Promise<void>;
  /** A store of its own in memory, in this state. Default: what has been acknowledged. Neither sees a change of the other. */
  fork(state?: State): Store<C>;
  /** Every record, by collection. */
  records(): RecordLists;
  /** Waits for changes under way and lets go of the adapter. What comes after it is refused. */
  close(): Promise<void>;
}

/** How many changes can be taken back. */
const REMEMBERED = 1000;

/** A state, and how it came to be: the newest change last. */
export interface Version {
  readonly state: State;
  readonly changes: readonly KnownChange[];
}

/** A change that was made and is not acknowledged yet. */
interface Pending extends Step {
  readonly version: Version;
  /** Of what is no change of what the adapter holds but takes its place: what comes before it. */
  readonly replacing: (() => Promise<void>) | undefined;
  settle(error?: unknown): void;
}

/**
 * Opens a store on what its adapter holds, or on the fixture when that is nothing.
 *
 * @param fixture - the records a store starts from and is reset to; its keys are the names of all collections
 * @param options.fresh - do not look at what the adapter holds; the first change or reset takes its place. Default false
 * @param options.remembered - how many changes can be taken back, here and in forks. Default 1000
 * @throws whatever the adapter throws while reading or writing; then the adapter is closed
 */
export async function openStore<C extends Collections<C>>(
  fixture: RecordLists,
  adapter: Adapter,
  { fresh = false, remembered = REMEMBERED }: { readonly fresh?: boolean; readonly remembered?: number } = {},
): Promise<Store<C>> {
  const first = State.of(Object.keys(fixture), fixture);
  return createStore(first, fresh ? first : await keptState(first, adapter), adapter, { replaces: fresh, remembered });
}

async function keptState(fixture: State, adapter: Adapter): Promise<State> {
  try {
    const kept = await adapter.read();
    if (kept === undefined) await adapter.write(fixture);
    return kept === undefined ? fixture : State.of(fixture.collections, kept);
  } catch (error) {
    await adapter.close();
    throw error;
  }
}

interface StoreOptions<C extends Collections<C>> {
  /** Whether the first thing to be kept replaces all that the adapter holds. */
  readonly replaces: boolean;
  /** How many changes can be taken back. */
  readonly remembered: number;
  /** Of the store that it is forked from, with the same collections. Default: its own. */
  readonly draftChange?: DraftChange<C>;
}

function createStore<C extends Collections<C>>(
  first: State,
  state: State,
  adapter: Adapter,
  { replaces, remembered, draftChange: given }: StoreOptions<C>,
): Store<C> {
  let fixture = first;
  let { collections: names } = state;
  let draftChange = given ?? createDraftChange<C>(names);
  // There may be thousands of collections, and of most sandboxes nobody reads one of them here.
  let view = once(() => viewOf<C>(names, () => acknowledged.state));
  /** What readers see. */
  let acknowledged: Version = { state, changes: [] };
  /** What the next change starts from. */
  let latest = acknowledged;
  /** Settles as the change that led to `latest` does. */
  let newest: Promise<void> = Promise.resolve();
  const pending: Pending[] = [];
  let keeping = Promise.resolve();
  let idle = true;
  let unwritten = replaces;
  let closing: Promise<void> | undefined;
  let counted = 0;
  let restored: Restored = { number: 0, at: undefined };
  const moments = new Moments<C>();

  /** Hands over what is pending, together, until nothing is. */
  async function keepPending(): Promise<void> {
    while (pending.length > 0) {
      const group = pending.splice(0);
      const last = group.at(-1)?.version ?? latest;
      try {
        const replacing = group.flatMap(({ replacing: before }) => before ?? []);
        for (const before of replacing) await before();
        const isReplaced = unwritten || replacing.length > 0;
        await (isReplaced ? adapter.write(last.state) : adapter.append(group));
        unwritten = false;
        acknowledged = last;
        for (const { settle } of group) settle();
      } catch (error) {
        // What came after was made on top of what could not be kept.
        latest = acknowledged;
        newest = Promise.resolve();
        for (const { settle } of [...group, ...pending.splice(0)]) settle(error);
      }
    }
    idle = true;
  }

  function keep(change: Change, version: Version, replacing?: () => Promise<void>): Promise<void> {
    latest = version;
    newest = new Promise<void>((resolve, reject) => {
      const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      pending.push({ change, after: version.state, version, replacing, settle });
    });
    const kept = newest;
    if (idle) {
      idle = false;
      keeping = keepPending();
    }
    return kept;
  }

  /** With the newest one, those that can be taken back. */
  const withNewest = (changes: readonly KnownChange[], edits: Change, origin: Origin | undefined) => {
    counted += 1;
    return remembered === 0 ? [] : [...changes, { number: counted, origin, edits }].slice(-remembered);
  };

  /** Takes back the newest changes of those that can be. */
  async function takeBack(taken: readonly KnownChange[]): Promise<number> {
    if (taken.length === 0) await newest;
    else {
      const change = takingBack(taken.map(({ edits }) => edits));
      await keep(change, { state: latest.state.after(change), changes: latest.changes.slice(0, -taken.length) });
    }
    return taken.length;
  }

  /** Those that are newer than one, which may be the one before the oldest that is known; undefined if there is no such change. */
  function changesAfter(changes: readonly KnownChange[], number: number): readonly KnownChange[] | undefined {
    const oldest = changes[0]?.number ?? counted + 1;
    const isKnown = number === oldest - 1 || changes.some((one) => one.number === number);
    return isKnown ? changes.filter((one) => one.number > number) : undefined;
  }

  function refuseWhenClosed(): void {
    if (closing) throw new Error('this store is closed');
  }

  async function restore(wanted: State, origin?: Origin): Promise<void> {
    refuseWhenClosed();
    const change = latest.state.changeTo(wanted);
    const isThere = change.length === 0 && !unwritten;
    const kept = isThere
      ? newest
      : keep(change, { state: wanted, changes: withNewest(latest.changes, change, origin) });
    const number = counted;
    await kept;
    restored = { number, at: origin?.at };
  }

  return {
    get collections() {
      return view();
    },
    async change(work, origin) {
      refuseWhenClosed();
      const before = latest;
      const { result, change, after } = draftChange(before.state, work);
      if (latest !== before) throw new Error('a change must not make another one; that one was made, this one was not');
      // A change that changed nothing may have seen one that is not acknowledged yet, and may never be.
      if (change.length === 0) await newest;
      else await keep(change, { state: after, changes: withNewest(before.changes, change, origin) });
      return result;
    },
    stateAfter(number) {
      const { state, changes } = acknowledged;
      const taken = changesAfter(changes, number);
      return taken && (taken.length === 0 ? state : state.after(takingBack(taken.map(({ edits }) => edits))));
    },
    async undo(count) {
      refuseWhenClosed();
      return takeBack(count > 0 ? latest.changes.slice(-count) : []);
    },
    async undoTo(number) {
      refuseWhenClosed();
      const taken = changesAfter(latest.changes, number);
      return taken && takeBack(taken);
    },
    get changes() {
      return acknowledged.changes;
    },
    asOf: (time) => moments.at(time, acknowledged, restored, view()),
    get state() {
      return acknowledged.state;
    },
    get fixture() {
      return fixture;
    },
    async refit(next, bring, before = async () => undefined) {
      refuseWhenClosed();
      const { state: wanted, isAsBefore } = bring(latest.state);
      // What nobody has asked for need not be made to be compared.
      const isKept = isAsBefore && (adapter.isNowhere === true || latest.state.changeTo(wanted).length === 0);
      const changes = isKept ? latest.changes : [];
      // The same records, without the indexes of who asked before.
      if (isKept && latest === acknowledged) latest = acknowledged = { state: wanted, changes };
      else await keep([], { state: wanted, changes }, before);
      fixture = next;
      if (!areSame(wanted.collections, names)) draftChange = createDraftChange<C>(wanted.collections);
      names = wanted.collections;
      view = once(() => viewOf<C>(names, () => acknowledged.state));
    },
    restore,
    reset: (origin) => restore(fixture, origin),
    fork(from = acknowledged.state) {
      const options = { replaces: false, remembered, ...(areSame(from.collections, names) && { draftChange }) };
      return createStore(fixture, from, memoryAdapter(), options);
    },
    records: () => acknowledged.state.records(),
    close() {
      closing ??= keeping.then(() => adapter.close());
      return closing;
    },
  };
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index]);
}
