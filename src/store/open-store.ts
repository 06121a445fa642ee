// Opens the store of one API: a log of changes, applied in memory.

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
import type { Store } from './store.ts';
import type { StoreChange } from './store-change.ts';
import { changesAfter, storedVersion, type Version, versionAfterNews, versionWithoutHistory } from './version.ts';
import { type View, viewOf } from './view.ts';

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
    return new LoggedStore<C>({
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
  const content = await log.open(fresh);
  if (content.whole && !fresh)
    return { version: storedVersion(fixture.collections, content.whole, content, remembered) };
  const first = versionWithoutHistory(fixture, content.version + 1);
  if (fresh && log.kind === 'own') return { version: first, isUnwritten: true };
  for (let onTopOf = content.version; ; ) {
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

class LoggedStore<C extends RecordTypes<C>> implements Store<C> {
  readonly #log: StoreLog;
  readonly #limits: Pick<StoreParts<C>, 'remembered' | 'stateLimit'>;
  readonly #pending: PendingChanges;
  readonly #past = new EarlierStates<C>();
  #fixture: StoreState;
  /** The names of all collections. */
  #names: readonly string[];
  #draftChange: DraftChange<C>;
  #view: () => View<C>;
  #closing: Promise<void> | undefined;

  constructor(parts: StoreParts<C>) {
    const { log, version, isUnwritten = false, remembered, stateLimit } = parts;
    this.#log = log;
    this.#limits = { remembered, stateLimit };
    this.#pending = new PendingChanges({ log, first: version, isUnwritten, remembered, stateLimit });
    this.#fixture = parts.fixture;
    this.#names = version.state.collections;
    this.#draftChange = parts.draftChange ?? createDraftChange<C>(this.#names);
    this.#view = this.#lazyView();
  }

  get collections(): View<C> {
    return this.#view();
  }

  async newest(): Promise<void> {
    if (this.#log.kind === 'shared') await this.#log.newest();
  }

  async change<T>(
    work: (draft: Draft<C>) => T,
    origin?: ChangeOrigin,
    onStored?: (change: StoreChange) => void,
  ): Promise<T> {
    let stored: StoreChange = [];
    const result = await this.#add(({ state }) => {
      const { result, change, after } = this.#draftChange(state, work);
      stored = change;
      return { result, ...(change.length > 0 && { step: { change, origin, after } }) };
    });
    if (stored.length > 0) onStored?.(stored);
    return result;
  }

  takeBack(change: StoreChange): Promise<void> {
    return this.#add((before) => {
      const newest = before.changes.all.at(-1);
      if (newest?.edits === change) return { ...undoing(before, [newest]), result: undefined };
      const { state } = before;
      const edits = undoChange([change]).filter((edit) => state.isBefore(edit));
      const step = { change: edits, origin: undefined, after: state.after(edits) };
      return { result: undefined, ...(edits.length > 0 && { step }) };
    });
  }

  get changes(): readonly KnownChange[] {
    return this.#pending.acknowledged.changes.all;
  }

  asOf(time: Date): RecordsAsOf<C> {
    return this.#past.at(time, this.#pending.acknowledged, this.collections);
  }

  undo(count: number): Promise<number> {
    return this.#add((before) => undoing(before, count > 0 ? before.changes.all.slice(-count) : []));
  }

  undoTo(number: number): Promise<number | undefined> {
    return this.#add<number | undefined>((before) => {
      const later = changesAfter(before, number);
      return later ? undoing(before, later) : { result: undefined };
    });
  }

  get version(): number {
    return this.#pending.acknowledged.number;
  }

  subscribe(listener: () => void): () => void {
    return this.#pending.subscribe(listener);
  }

  get state(): StoreState {
    return this.#pending.acknowledged.state;
  }

  stateAfter(number: number): StoreState | undefined {
    const later = changesAfter(this.#pending.acknowledged, number);
    if (!later) return undefined;
    return later.length === 0 ? this.state : this.state.after(undoChange(later.map(({ edits }) => edits)));
  }

  get fixture(): StoreState {
    return this.#fixture;
  }

  restore(wanted: StoreState, origin?: ChangeOrigin): Promise<void> {
    return this.#add(({ state, changes }) => {
      const change = state.changeTo(wanted);
      const step = { change, origin, restores: true, after: wanted };
      if (change.length > 0) return { result: undefined, step };
      // Nothing changes and nothing can be undone, but earlier entries are no longer needed.
      const isLogged = changes.length > 0 || this.#pending.isUnwritten;
      return { result: undefined, ...(isLogged && { step: { ...step, takesBack: 0 } }) };
    });
  }

  reset(origin?: ChangeOrigin): Promise<void> {
    return this.restore(this.#fixture, origin);
  }

  async refit(
    fixture: StoreState,
    convert: (state: StoreState) => { readonly state: StoreState; readonly isAsBefore: boolean },
    before: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    if (this.#closing) throw storeClosed();
    const isPersistent = this.#log.kind === 'shared' || this.#log.isPersistent;
    await this.#pending.replace({
      make({ state }) {
        const { state: wanted, isAsBefore } = convert(state);
        // Unused lazy records need not be created for the comparison.
        const isSame = isAsBefore && (!isPersistent || state.changeTo(wanted).length === 0);
        return { state: wanted, isSame };
      },
      before,
      done: ({ collections }) => {
        this.#fixture = fixture;
        if (!areSame(collections, this.#names)) this.#draftChange = createDraftChange<C>(collections);
        this.#names = collections;
        this.#view = this.#lazyView();
      },
    });
  }

  fork(state = this.state, log?: StoreLog): Store<C> {
    return new LoggedStore({
      ...this.#limits,
      fixture: this.#fixture,
      log: log ?? memoryLog(),
      version: versionWithoutHistory(state, log ? -1 : 0),
      isUnwritten: log !== undefined,
      ...(areSame(state.collections, this.#names) && { draftChange: this.#draftChange }),
    });
  }

  problem(): string | undefined {
    return this.#log.kind === 'own' ? this.#log.problem() : undefined;
  }

  records(): RecordLists {
    return this.state.records();
  }

  close(): Promise<void> {
    this.#closing ??= this.#pending.end().then(() => this.#log.close());
    return this.#closing;
  }

  #add<T>(change: (before: Version) => PreparedChange<T>): Promise<T> {
    return this.#closing ? Promise.reject(storeClosed()) : this.#pending.add(change);
  }

  /** There may be thousands of collections, and most sandboxes use none of them here. */
  #lazyView(): () => View<C> {
    return once(() => viewOf<C>(this.#names, () => this.state));
  }
}

function storeClosed(): Error {
  return new Error('this store is closed');
}

/** Undoes the newest changes. */
function undoing({ state }: Version, taken: readonly KnownChange[]): PreparedChange<number> {
  if (taken.length === 0) return { result: 0 };
  const change = undoChange(taken.map(({ edits }) => edits));
  const step = { change, origin: undefined, takesBack: taken.length, after: state.after(change) };
  return { result: taken.length, step };
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index]);
}
