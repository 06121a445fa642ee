// Batches changes for the log, and repeats those that lost a race.

import type { StoreState } from '../state.ts';
import { checkSize } from '../state-limit.ts';
import { changeConflict } from '../store-error.ts';
import { nextVersion, type Version, versionAfterNews, versionWithoutHistory } from '../version.ts';
import { createPendingChange, MAX_ATTEMPTS, type PendingChange, type PreparedChange } from './pending-change.ts';
import type { NewEntries, SharedLog, StoreLog } from './store-log.ts';

/** A replacement of all records. */
interface Replacement {
  /**
   * Returns the new state, and whether its records are the same, so that nothing is stored. May be called again on a
   * newer version.
   */
  readonly make: (before: Version) => { readonly state: StoreState; readonly isSame: boolean };
  /** Resolves when lost records are stored elsewhere. */
  readonly before: () => Promise<void>;
  /** Called when it is there, before anything is made on top of it. */
  readonly done: (state: StoreState) => void;
}

interface PendingSettings {
  readonly log: StoreLog;
  /** The first version. */
  readonly first: Version;
  readonly isUnwritten: boolean;
  /** The number of newest entries that can be undone. */
  readonly remembered: number;
  /** How large the state may become, in bytes of JSON. */
  readonly stateLimit: number;
}

interface Alone extends Replacement {
  readonly settle: () => void;
  readonly reject: (error: unknown) => void;
}

/** Makes changes one on top of the other, and stores them. */
export class PendingChanges {
  readonly #log: StoreLog;
  /** The log, if other processes write it. */
  readonly #shared: SharedLog | undefined;
  readonly #settings: PendingSettings;
  readonly #listeners = new Set<() => void>();
  readonly #waiting: (PendingChange | Alone)[] = [];
  readonly #unsubscribe: () => void;
  #acknowledged: Version;
  /** The version below the next change. */
  #latest: Version;
  #isUnwritten: boolean;
  /** The number of waiting replacements. */
  #replacements = 0;
  #storing = Promise.resolve();
  #isIdle = true;

  constructor(settings: PendingSettings) {
    const { log, first, isUnwritten } = settings;
    this.#settings = settings;
    this.#log = log;
    this.#shared = log.kind === 'shared' ? log : undefined;
    this.#acknowledged = first;
    this.#latest = first;
    this.#isUnwritten = isUnwritten;
    this.#unsubscribe = this.#shared?.subscribe((newer) => this.#learn(newer)) ?? (() => undefined);
  }

  /** The version that readers see. */
  get acknowledged(): Version {
    return this.#acknowledged;
  }

  /** Calls `listener` after each change of `acknowledged`. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #acknowledge(version: Version): void {
    this.#acknowledged = version;
    for (const listener of this.#listeners) listener();
  }

  /** Whether the log does not contain the first version yet. */
  get isUnwritten(): boolean {
    return this.#isUnwritten;
  }

  /**
   * Makes a change on top of earlier ones: at once, or after a replacement; and again whenever another process was
   * first.
   *
   * @returns its result, when it and everything below it is stored; rejects with the error of `make`
   */
  add<T>(make: (before: Version) => PreparedChange<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const checked = (before: Version) => {
        const made = make(before);
        if (made.step) checkSize(made.step, this.#settings.stateLimit);
        return made;
      };
      const pending = createPendingChange(checked, resolve, reject);
      if (this.#replacements === 0 && !this.#makeOne(pending)) return;
      // A change without edits may have read changes that are not acknowledged, and may never be.
      if (this.#isIdle && !pending.step && !this.#shared) pending.settle();
      else this.#enqueue(pending);
    });
  }

  /** Replaces everything, after earlier changes and before later ones. */
  replace(replacement: Replacement): Promise<void> {
    return new Promise((settle, reject) => {
      this.#replacements += 1;
      this.#enqueue({ ...replacement, settle, reject });
    });
  }

  /** Waits for open changes, and unsubscribes from others. */
  async end(): Promise<void> {
    await this.#storing;
    this.#unsubscribe();
  }

  #learn(newer: NewEntries): void {
    this.#rebase(newer);
    this.#isUnwritten = false;
    // Open changes are repeated when it is their turn.
    if (this.#isIdle) this.#latest = this.#acknowledged;
  }

  /** Acknowledges the changes of other processes. */
  #rebase(newer: NewEntries): void {
    this.#acknowledge(versionAfterNews(this.#acknowledged, newer, this.#settings.remembered));
  }

  #enqueue(one: PendingChange | Alone): void {
    this.#waiting.push(one);
    if (!this.#isIdle) return;
    this.#isIdle = false;
    this.#storing = this.#storeAll();
  }

  /** Makes a change on top of the latest one. Returns false if it made another change itself. */
  #makeOne(pending: PendingChange): boolean {
    const before = this.#latest;
    pending.makeOn(before);
    if (this.#latest !== before) {
      pending.reject(new Error('changes cannot be nested; the outer change was made, the inner one was not'));
      return false;
    }
    const { step } = pending;
    if (step) this.#latest = nextVersion(before, step, step.after, this.#settings.remembered);
    return true;
  }

  /** Repeats changes on top of the acknowledged version, up to the next replacement. */
  #makeAgain(): void {
    this.#latest = this.#acknowledged;
    for (const one of [...this.#waiting]) {
      if (isAlone(one)) return;
      if (this.#makeOne(one)) continue;
      this.#waiting.splice(this.#waiting.indexOf(one), 1);
      this.#makeAgain();
      return;
    }
  }

  /** Stores waiting changes until there are none. */
  async #storeAll(): Promise<void> {
    const waiting = this.#waiting;
    while (waiting.length > 0) {
      const until = this.#replacements === 0 ? waiting.length : waiting.findIndex(isAlone);
      const group = waiting.splice(0, Math.max(until, 1));
      try {
        const [first] = group;
        if (first && isAlone(first)) await this.#replaceAll(first);
        else await this.#storeTogether(group as PendingChange[]);
      } catch (error) {
        // Later changes were made on top of the failed ones.
        for (const { reject } of [...group, ...waiting.splice(0)]) reject(error);
        this.#latest = this.#acknowledged;
        this.#replacements = 0;
      }
    }
    this.#isIdle = true;
  }

  async #storeTogether(group: readonly PendingChange[]): Promise<void> {
    const onTopOf = this.#acknowledged;
    const made = this.#latest;
    const steps = group.flatMap(({ step }) => step ?? []);
    if (this.#isUnwritten && !(await this.#writeFirst())) {
      this.#waiting.unshift(...group);
      this.#makeAgain();
      return;
    }
    // A change without edits also needs to know that no other process was first.
    const outcome = steps.length > 0 ? await this.#log.append(steps, onTopOf.number) : await this.#shared?.newest();
    if (outcome && 'newer' in outcome) this.#rebase(outcome.newer);
    // Compared by identity: a log that was set back may reach the same number with another version.
    const isNewest = this.#acknowledged === onTopOf;
    const isStored = outcome ? 'version' in outcome : isNewest;
    if (isStored && isNewest) this.#acknowledge(made);
    if (isStored) for (const one of group) one.settle();
    else this.#waiting.unshift(...group.filter((one) => one.mayTryAgain()));
    // If they are stored, the listener received them before the response, and perhaps later ones.
    if (!isNewest) this.#makeAgain();
  }

  /** Writes the first version. Returns whether the changes on top of it are still valid. */
  async #writeFirst(): Promise<boolean> {
    const first = this.#acknowledged;
    const outcome = await this.#log.replace(first.state, this.#shared ? -1 : first.number - 1);
    this.#isUnwritten = false;
    if ('newer' in outcome) this.#rebase(outcome.newer);
    else if (this.#acknowledged.number < outcome.version)
      this.#acknowledge({ ...this.#acknowledged, number: outcome.version });
    else return true;
    return false;
  }

  async #replaceAll({ make, before, done, settle }: Alone): Promise<void> {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const onTopOf = this.#acknowledged.number;
      const { state, isSame } = make(this.#acknowledged);
      if (!isSame) await before();
      const outcome = isSame
        ? undefined
        : await this.#log.replace(state, this.#isUnwritten && !this.#shared ? onTopOf - 1 : onTopOf);
      if (outcome && 'newer' in outcome) {
        this.#rebase(outcome.newer);
        continue;
      }
      if (outcome) this.#isUnwritten = false;
      this.#acknowledge(outcome ? versionWithoutHistory(state, outcome.version) : { ...this.#acknowledged, state });
      done(state);
      settle();
      this.#replacements -= 1;
      this.#makeAgain();
      return;
    }
    throw changeConflict(MAX_ATTEMPTS);
  }
}

function isAlone(one: PendingChange | Alone): one is Alone {
  return 'before' in one;
}
