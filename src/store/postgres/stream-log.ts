// The log of one stream in PostgreSQL.

import { randomUUID } from 'node:crypto';
import { Problems } from '../../schema/problems.ts';
import { type Entry, GoneError, type Log, type Newer, type Outcome, PersistenceError } from '../log.ts';
import { type Append, type Fate, UnknownFateError } from './appends.ts';
import type { Database } from './database.ts';
import { type Loaded, loadStream } from './loading.ts';
import type { Answer, Ask, Asking } from './questions.ts';
import { replaceStream } from './replacing.ts';
import { NonsenseError, readEntry } from './rows.ts';

/** What the logs of a place have in common. */
export interface Shared {
  readonly database: Database;
  append(append: Append): Promise<Fate>;
  readonly ask: Ask;
  /** Told which streams were changed here, and to which version. */
  changed(stream: string, version: number): void;
  /** Those that are told of what others do. */
  readonly following: Set<Asking>;
}

/** After how many seconds it may be worth to try again. */
const RETRY_AFTER = 1;

export function createStreamLog(name: string, { database, append, ask, changed, following }: Shared): Log {
  let stream: string | undefined;
  /** What the store was told of. */
  let known = -1;
  let isGone = false;
  let listener: ((newer: Newer) => void) | undefined;
  /** What is being kept, and is settled when that is known. */
  let own: { readonly batch: string; readonly settled: Promise<unknown> } | undefined;
  let learning: Promise<void> = Promise.resolve();

  const self: Asking = {
    get stream() {
      return stream;
    },
    get version() {
      return known;
    },
    learn(answer) {
      // One after the other, and each knows what the one before has learned.
      learning = learning.then(
        () => learn(answer),
        () => learn(answer),
      );
      return learning;
    },
  };

  async function learn(answer: Answer): Promise<void> {
    if (answer.is === 'unasked') return learnFirst();
    if (answer.is === 'gone') return goneNow();
    const isOwn = answer.is === 'elsewhere' || answer.newer.some(({ batch }) => batch === own?.batch);
    // It is as good as kept, and what comes after it follows on it.
    if (isOwn) await own?.settled;
    if (answer.version <= known) return;
    if (!tellEntries(answer)) tell(wholeOf(await load()));
  }

  /** Nothing was known to be kept: somebody may have been first. What is known by now was perhaps read before that. */
  async function learnFirst(): Promise<void> {
    await own?.settled;
    const found = await loadStream(database, name);
    if (!found || (stream !== undefined && found.stream !== stream)) return;
    stream = found.stream;
    tell(wholeOf(found));
  }

  function goneNow(): never {
    isGone = true;
    throw new GoneError(name);
  }

  function tell(newer: Newer): void {
    listener?.(newer);
    known = Math.max(known, newer.version);
  }

  /** Tells whether that could be: somebody may have taken rows away, or written what leads nowhere. */
  function tellEntries(answer: Answer): boolean {
    try {
      const newer = answer.is === 'there' ? entriesAfter(known, answer) : undefined;
      if (newer) tell(newer);
      return newer !== undefined;
    } catch {
      return false;
    }
  }

  /** The same stream as it is now, and not another one that has its name. */
  async function load(): Promise<Loaded> {
    const found = await loadStream(database, name);
    if (!found || (stream !== undefined && found.stream !== stream)) return goneNow();
    stream = found.stream;
    return found;
  }

  /** What others were first with. */
  async function whatCameFirst(onTopOf: number): Promise<Newer> {
    if (stream === undefined) return wholeOf(await load());
    const answer = await answerAbout(stream, onTopOf);
    if (answer.is === 'gone' || answer.is === 'unasked') return goneNow();
    return (answer.is === 'there' && entriesAfter(onTopOf, answer)) || wholeOf(await load());
  }

  /** What there is after a version, without anybody being told. */
  function answerAbout(asked: string, version: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      ask([{ stream: asked, version, learn: async (answer) => resolve(answer) }]).catch(reject);
    });
  }

  /** Keeps something, one thing at a time. @param keep - tells whether it was kept */
  async function keeping(onTopOf: number, count: number, keep: (batch: string) => Promise<boolean>): Promise<Outcome> {
    if (isGone) throw new GoneError(name);
    const batch = randomUUID();
    const outcome = (async (): Promise<Outcome> => {
      if (!(await keep(batch))) return { newer: await whatCameFirst(onTopOf) };
      return { version: onTopOf + count };
    })();
    own = { batch, settled: outcome.catch(() => undefined) };
    try {
      const came = await outcome;
      const version = 'newer' in came ? came.newer.version : came.version;
      known = Math.max(known, version);
      if (stream !== undefined && 'version' in came) changed(stream, version);
      return came;
    } catch (error) {
      throw unkept(error);
    } finally {
      own = undefined;
    }
  }

  return {
    async open(fresh = false) {
      try {
        const found = await loadStream(database, name, fresh);
        stream = found?.stream;
        known = found?.version ?? -1;
        if (!found) return { whole: undefined, version: -1, entries: [] };
        return { whole: fresh ? undefined : found.whole, version: found.version, entries: found.entries };
      } catch (error) {
        // What nobody can use is told to whoever started it; a database that is away, to whoever asks.
        if (error instanceof NonsenseError)
          throw new Problems(`${error.message}. Mend the row, or start over with --fresh.`, []);
        throw unasked(error);
      }
    },
    append: (steps, onTopOf) =>
      keeping(onTopOf, steps.length, async (batch) => {
        if (stream === undefined) return false;
        return (await append({ stream, onTopOf, batch, steps })) === 'kept';
      }),
    replace: (whole, onTopOf) =>
      keeping(onTopOf, 1, async (batch) => {
        const kept = await replaceStream(database, { name, stream, onTopOf, batch, whole });
        stream ??= kept;
        return kept !== undefined;
      }),
    subscribe(told) {
      listener = told;
      following.add(self);
      return () => {
        listener = undefined;
        following.delete(self);
      };
    },
    async newest() {
      if (isGone) throw new GoneError(name);
      await ask([self]).catch((error) => {
        throw unasked(error);
      });
    },
    async close() {
      following.delete(self);
      listener = undefined;
      await own?.settled;
    },
  };
}

/** Those after a version, and perhaps some before them; undefined where some are missing, as when somebody took rows away. */
function entriesAfter(known: number, { version, newer }: Extract<Answer, { is: 'there' }>): Newer | undefined {
  const first = version - newer.length + 1;
  const isWhole = first <= known + 1 && newer.every((row, index) => row.version === first + index);
  return isWhole ? { version, entries: newer.map((row): Entry => readEntry(row.version, row.entry)) } : undefined;
}

function wholeOf({ version, whole, entries }: Loaded): Newer {
  return { version, entries, replaced: whole };
}

function unkept(error: unknown): unknown {
  if (error instanceof GoneError || error instanceof PersistenceError) return error;
  const what = error instanceof UnknownFateError ? 'it is not known whether the change was kept' : undefined;
  return new PersistenceError(error as Error, what, { retryAfter: RETRY_AFTER });
}

function unasked(error: unknown): unknown {
  if (error instanceof GoneError || error instanceof PersistenceError) return error;
  const what = 'what others have changed cannot be told';
  return new PersistenceError(error as Error, what, { retryAfter: RETRY_AFTER });
}
