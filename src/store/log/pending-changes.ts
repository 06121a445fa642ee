// Changes on their way into the log of a store: those that come together are kept together, and made again when somebody else was first.

import type { State } from '../state.ts';
import { checkSize } from '../state-limit.ts';
import { bareVersion, nextVersion, toldVersion, type Version } from '../version.ts';
import { ConflictError, type Log } from './log.ts';
import { createPending, type Made, type Pending, TRIES } from './pending.ts';

export interface PendingChanges {
  /** What readers see. */
  readonly acknowledged: Version;
  /** Whether the log does not hold yet what is there at first. */
  readonly isUnwritten: boolean;
  /**
   * Makes a change on top of those under way: at once, or when what replaces everything is there; and again each time that something else turns out to have been there before.
   *
   * @returns its result, when it is kept and so is all that it was made on top of; what `make` throws is thrown then
   */
  add<T>(make: (before: Version) => Made<T>): Promise<T>;
  /** Replaces everything, after the changes under way and before those that come later. */
  replace(replacing: Replacing): Promise<void>;
  /** Waits for what is under way, and hears no more of others. */
  end(): Promise<void>;
}

/** What is to take the place of everything. */
export interface Replacing {
  /** Gives the state that is to be there instead, and whether it has the same records, so that nothing is to be kept. It may be asked again on a newer version. */
  readonly make: (before: Version) => { readonly state: State; readonly isSame: boolean };
  /** Resolves when what is lost by it is safe elsewhere. */
  readonly before: () => Promise<void>;
  /** Called when it is there, before anything is made on top of it. */
  readonly done: (state: State) => void;
}

export interface PendingSettings {
  readonly log: Log;
  /** What is there at first. */
  readonly first: Version;
  readonly isUnwritten: boolean;
  /** How many of the newest entries can be taken back. */
  readonly remembered: number;
  /** How large the state may become, in bytes of JSON. */
  readonly stateLimit: number;
}

interface Alone extends Replacing {
  readonly settle: () => void;
  readonly refuse: (error: unknown) => void;
}

export function createPendingChanges(settings: PendingSettings): PendingChanges {
  const { log, remembered, stateLimit } = settings;
  let { first: acknowledged, isUnwritten } = settings;
  /** What the next change starts from. */
  let latest = acknowledged;
  const waiting: (Pending | Alone)[] = [];
  /** How many of those replace everything. */
  let replacing = 0;
  let keeping = Promise.resolve();
  let isIdle = true;

  const stopListening = log.subscribe?.((newer) => {
    acknowledged = toldVersion(acknowledged, newer, remembered);
    isUnwritten = false;
    // What is under way is made again when its turn has come.
    if (isIdle) latest = acknowledged;
  });

  /** Makes a change on top of the latest one. Tells whether that can be: not where it made another one itself. */
  function makeOne(pending: Pending): boolean {
    const before = latest;
    pending.makeOn(before);
    if (latest !== before) {
      pending.refuse(new Error('changes cannot be nested; the outer change was made, the inner one was not'));
      return false;
    }
    if (pending.step) latest = nextVersion(before, pending.step, pending.step.after, remembered);
    return true;
  }

  /** Makes again what was made on top of something else, up to what replaces everything. */
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

  /** Keeps what is waiting until nothing is. */
  async function keepAll(): Promise<void> {
    while (waiting.length > 0) {
      const until = replacing === 0 ? waiting.length : waiting.findIndex(isAlone);
      const group = waiting.splice(0, Math.max(until, 1));
      try {
        const [first] = group;
        if (first && isAlone(first)) await replaceAll(first);
        else await keepTogether(group as Pending[]);
      } catch (error) {
        // What came after was made on top of what could not be kept.
        for (const { refuse } of [...group, ...waiting.splice(0)]) refuse(error);
        latest = acknowledged;
        replacing = 0;
      }
    }
    isIdle = true;
  }

  async function keepTogether(group: readonly Pending[]): Promise<void> {
    const onTopOf = acknowledged;
    const made = latest;
    const steps = group.flatMap(({ step }) => step ?? []);
    if (isUnwritten && !(await writeFirst())) {
      waiting.unshift(...group);
      makeAgain();
      return;
    }
    // Also who changed nothing has to know that nobody else was first.
    const outcome = steps.length > 0 ? await log.append(steps, onTopOf.number) : await log.newest?.();
    if (outcome && 'newer' in outcome) acknowledged = toldVersion(acknowledged, outcome.newer, remembered);
    // By what it is and not by its number: a log that was set back may come to the same number with something else.
    const isNewest = acknowledged === onTopOf;
    const isKept = outcome ? 'version' in outcome : isNewest;
    if (isKept && isNewest) acknowledged = made;
    if (isKept) for (const one of group) one.settle();
    else waiting.unshift(...group.filter((one) => one.mayTryAgain()));
    // If they are kept, the listener was told of them before the answer came, and perhaps of what came after.
    if (!isNewest) makeAgain();
  }

  /** Writes what is there at first. Tells whether what was made on top of it still is on top of it. */
  async function writeFirst(): Promise<boolean> {
    const outcome = await log.replace(acknowledged.state, log.subscribe ? -1 : acknowledged.number - 1);
    isUnwritten = false;
    if ('newer' in outcome) acknowledged = toldVersion(acknowledged, outcome.newer, remembered);
    else if (acknowledged.number < outcome.version) acknowledged = { ...acknowledged, number: outcome.version };
    else return true;
    return false;
  }

  async function replaceAll({ make, before, done, settle }: Alone): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const onTopOf = acknowledged.number;
      const { state, isSame } = make(acknowledged);
      if (!isSame) await before();
      const outcome = isSame
        ? undefined
        : await log.replace(state, isUnwritten && !log.subscribe ? onTopOf - 1 : onTopOf);
      if (outcome && 'newer' in outcome) {
        acknowledged = toldVersion(acknowledged, outcome.newer, remembered);
        continue;
      }
      if (outcome) isUnwritten = false;
      acknowledged = outcome ? bareVersion(state, outcome.version) : { ...acknowledged, state };
      done(state);
      settle();
      replacing -= 1;
      makeAgain();
      return;
    }
    throw new ConflictError(TRIES);
  }

  function enqueue(one: Pending | Alone): void {
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
        const pending = createPending(
          (before) => {
            const made = make(before);
            if (made.step) checkSize(made.step, stateLimit);
            return made;
          },
          resolve,
          refuse,
        );
        if (replacing === 0 && !makeOne(pending)) return;
        // What changed nothing may have seen what is not acknowledged yet, and may never be.
        if (isIdle && !pending.step && !log.newest) pending.settle();
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

function isAlone(one: Pending | Alone): one is Alone {
  return 'before' in one;
}
