// Batches changes for the log, and repeats those that lost a race.

import type { StoreState } from '../state.ts';
import { checkSize } from '../state-limit.ts';
import { changeConflict } from '../store-error.ts';
import { nextVersion, type Version, versionAfterNews, versionWithoutHistory } from '../version.ts';
import { createPendingChange, MAX_ATTEMPTS, type PendingChange, type PreparedChange } from './pending-change.ts';
import type { StoreLog } from './store-log.ts';

export interface PendingChanges {
  /** The version that readers see. */
  readonly acknowledged: Version;
  /** Whether the log does not contain the first version yet. */
  readonly isUnwritten: boolean;
  /**
   * Makes a change on top of earlier ones: at once, or after a replacement; and again whenever another process was
   * first.
   *
   * @returns its result, when it and everything below it is stored; rejects with the error of `make`
   */
  add<T>(make: (before: Version) => PreparedChange<T>): Promise<T>;
  /** Replaces everything, after earlier changes and before later ones. */
  replace(replacing: Replacement): Promise<void>;
  /** Waits for open changes, and unsubscribes from others. */
  end(): Promise<void>;
}

/** A replacement of all records. */
export interface Replacement {
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

export interface PendingSettings {
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
  readonly refuse: (error: unknown) => void;
}

export function createPendingChanges(settings: PendingSettings): PendingChanges {
  const { log, remembered, stateLimit } = settings;
  const shared = log.kind === 'shared' ? log : undefined;
  let { first: acknowledged, isUnwritten } = settings;
  /** The version below the next change. */
  let latest = acknowledged;
  const waiting: (PendingChange | Alone)[] = [];
  /** The number of replacements. */
  let replacing = 0;
  let keeping = Promise.resolve();
  let isIdle = true;

  const stopListening = shared?.subscribe((newer) => {
    acknowledged = versionAfterNews(acknowledged, newer, remembered);
    isUnwritten = false;
    // Open changes are repeated when it is their turn.
    if (isIdle) latest = acknowledged;
  });

  /** Makes a change on top of the latest one. Returns false if it made another change itself. */
  function makeOne(pending: PendingChange): boolean {
    const before = latest;
    pending.makeOn(before);
    if (latest !== before) {
      pending.refuse(new Error('changes cannot be nested; the outer change was made, the inner one was not'));
      return false;
    }
    if (pending.step) latest = nextVersion(before, pending.step, pending.step.after, remembered);
    return true;
  }

  /** Repeats changes on top of the acknowledged version, up to the next replacement. */
  function makeAgain(): void {
    latest = acknowledged;
    for (const one of [...waiting]) {
      if (isAlone(one)) return;
      if (makeOne(one)) continue;
      waiting.splice(waiting.indexOf(one), 1);
      makeAgain();
      return;
    }
  }

  /** Stores waiting changes until there are none. */
  async function keepAll(): Promise<void> {
    while (waiting.length > 0) {
      const until = replacing === 0 ? waiting.length : waiting.findIndex(isAlone);
      const group = waiting.splice(0, Math.max(until, 1));
      try {
        const [first] = group;
        if (first && isAlone(first)) await replaceAll(first);
        else await keepTogether(group as PendingChange[]);
      } catch (error) {
        // Later changes were made on top of the failed ones.
        for (const { refuse } of [...group, ...waiting.splice(0)]) refuse(error);
        latest = acknowledged;
        replacing = 0;
      }
    }
    isIdle = true;
  }

  async function keepTogether(group: readonly PendingChange[]): Promise<void> {
    const onTopOf = acknowledged;
    const made = latest;
    const steps = group.flatMap(({ step }) => step ?? []);
    if (isUnwritten && !(await writeFirst())) {
      waiting.unshift(...group);
      makeAgain();
      return;
    }
    // A change without edits also needs to know that no other process was first.
    const outcome = steps.length > 0 ? await log.append(steps, onTopOf.number) : await shared?.newest();
    if (outcome && 'newer' in outcome) acknowledged = versionAfterNews(acknowledged, outcome.newer, remembered);
    // Compared by identity: a log that was set back may reach the same number with another version.
    const isNewest = acknowledged === onTopOf;
    const isKept = outcome ? 'version' in outcome : isNewest;
    if (isKept && isNewest) acknowledged = made;
    if (isKept) for (const one of group) one.settle();
    else waiting.unshift(...group.filter((one) => one.mayTryAgain()));
    // If they are stored, the listener received them before the response, and perhaps later ones.
    if (!isNewest) makeAgain();
  }

  /** Writes the first version. Returns whether the changes on top of it are still valid. */
  async function writeFirst(): Promise<boolean> {
    const outcome = await log.replace(acknowledged.state, shared ? -1 : acknowledged.number - 1);
    isUnwritten = false;
    if ('newer' in outcome) acknowledged = versionAfterNews(acknowledged, outcome.newer, remembered);
    else if (acknowledged.number < outcome.version) acknowledged = { ...acknowledged, number: outcome.version };
    else return true;
    return false;
  }

  async function replaceAll({ make, before, done, settle }: Alone): Promise<void> {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const onTopOf = acknowledged.number;
      const { state, isSame } = make(acknowledged);
      if (!isSame) await before();
      const outcome = isSame ? undefined : await log.replace(state, isUnwritten && !shared ? onTopOf - 1 : onTopOf);
      if (outcome && 'newer' in outcome) {
        acknowledged = versionAfterNews(acknowledged, outcome.newer, remembered);
        continue;
      }
      if (outcome) isUnwritten = false;
      acknowledged = outcome ? versionWithoutHistory(state, outcome.version) : { ...acknowledged, state };
      done(state);
      settle();
      replacing -= 1;
      makeAgain();
      return;
    }
    throw changeConflict(MAX_ATTEMPTS);
  }

  function enqueue(one: PendingChange | Alone): void {
    waiting.push(one);
    if (!isIdle) return;
    isIdle = false;
    keeping = keepAll();
  }

  return {
    get acknowledged() {
      return acknowledged;
    },
    get isUnwritten() {
      return isUnwritten;
    },
    add: (make) =>
      new Promise((resolve, refuse) => {
        const pending = createPendingChange(
          (before) => {
            const made = make(before);
            if (made.step) checkSize(made.step, stateLimit);
            return made;
          },
          resolve,
          refuse,
        );
        if (replacing === 0 && !makeOne(pending)) return;
        // A change without edits may have read changes that are not acknowledged, and may never be.
        if (isIdle && !pending.step && !shared) pending.settle();
        else enqueue(pending);
      }),
    replace: (one) =>
      new Promise((settle, refuse) => {
        replacing += 1;
        enqueue({ ...one, settle, refuse });
      }),
    async end() {
      await keeping;
      stopListening?.();
    },
  };
}

function isAlone(one: PendingChange | Alone): one is Alone {
  return 'before' in one;
}
