// The log of one stream in PostgreSQL.

import { randomUUID } from 'node:crypto';
import { UsageError } from '../../schema/usage-error.ts';
import type { AppendOutcome, NewEntries, SharedLog } from '../log/store-log.ts';
import { isStoreError, StoreError, storageUnavailable, streamRemoved } from '../store-error.ts';
import type { AppendFate, StreamAppend } from './appends.ts';
import type { Database } from './database.ts';
import { type DescribedStream, type LoadedStream, loadStream } from './load-stream.ts';
import { replaceStream } from './replace-stream.ts';
import { entriesAfter, type StreamNews, streamReset, wholeStreamNews } from './stream-news.ts';
import type { KnownVersion, PollStreams, StreamAnswer, StreamFollower } from './stream-polling.ts';
import { createStreamReader } from './stream-reader.ts';

/** The common parts of all logs of a storage. */
export interface StorageContext {
  readonly database: Database;
  append(append: StreamAppend): Promise<AppendFate>;
  readonly ask: PollStreams;
  /** Reports changed streams, with their version. */
  changed(stream: string, version: number): void;
  /** Reports that a stream lost acknowledged changes. */
  lost(sentence: string): void;
  /** The stores that follow changes of others. */
  readonly following: Set<StreamFollower>;
}

/** After how many seconds it may be worth to try again. */
const RETRY_AFTER = 1;

/** A stream: its name, and the check of its records. */
export interface LoggedStream extends DescribedStream {
  /** Whether it is never removed. */
  readonly isLasting: boolean;
}

export function createStreamLog(
  { name, isLasting, problemOf }: LoggedStream,
  { database, append, ask, changed, lost, following }: StorageContext,
): SharedLog {
  const described = { name, problemOf };
  const read = createStreamReader(database, described);
  let stream: string | undefined;
  /** The newest version that the store has received. */
  let known: KnownVersion = { version: -1, batch: undefined };
  /** The versions that led to it. When the database was set back, earlier ones are invalid. */
  let line = new WeakSet<KnownVersion>();
  let isGone = false;
  let listener: ((newer: NewEntries) => void) | undefined;
  /** The append under way; settled when its result is known. */
  let own: { readonly batch: string; readonly settled: Promise<unknown> } | undefined;
  let learning: Promise<void> = Promise.resolve();

  const self: StreamFollower = {
    get stream() {
      return stream;
    },
    get known() {
      return known;
    },
    learn(answer, asked) {
      // One after the other, each on the result of the previous one.
      learning = learning.then(
        () => learn(answer, asked),
        () => learn(answer, asked),
      );
      return learning;
    },
  };

  async function learn(answer: StreamAnswer, asked: KnownVersion): Promise<void> {
    if (answer.is === 'unasked') return learnFirst();
    if (isGoneBy(answer)) return goneNow();
    const isOwn = answer.is !== 'there' || answer.newer.some(({ batch }) => batch === own?.batch);
    // It is as good as stored, and later entries follow it.
    if (isOwn) await own?.settled;
    const instead = isLostBy(answer) ? await load() : undefined;
    // Another query noticed meanwhile that it was set back.
    if (!line.has(asked)) return stream === undefined ? undefined : learn(await answerAbout(stream, known), known);
    if (instead) return tell(streamReset(instead));
    if (isLostBy(answer) || answer.version <= known.version) return;
    if (!tellEntries(answer)) tell(wholeStreamNews(await load()));
  }

  /** No version was known: another process may have been first, or the known one was read before that. */
  async function learnFirst(): Promise<void> {
    await own?.settled;
    const found = await read();
    if (!found || (stream !== undefined && found.stream !== stream)) return;
    stream = found.stream;
    tell(wholeStreamNews(found));
  }

  /** Whether another process removed it. */
  const isGoneBy = (answer: StreamAnswer) => answer.is === 'gone' && !isLasting;
  /** Whether the database lost the known version. */
  const isLostBy = (answer: StreamAnswer): answer is Extract<StreamAnswer, { is: 'lost' | 'gone' }> =>
    answer.is === 'lost' || answer.is === 'gone';

  function goneNow(): never {
    isGone = true;
    throw streamRemoved(name);
  }

  function tell(news: StreamNews): void {
    listener?.(news.newer);
    learned(news);
  }

  /** The store knows it. */
  function learned({ newer: { version, isSetBack = false }, batch }: StreamNews): void {
    if (isSetBack) {
      lost(
        `${database.where} has lost changes that it had acknowledged: ${name} was at version ${known.version} and is now at version ${version}. The server continues with the state of the database.`,
      );
      line = new WeakSet();
    } else if (version <= known.version) return;
    known = { version, batch };
    line.add(known);
  }

  /** Undefined if rows are missing or invalid: a complete read then reports which. */
  function entriesIn(answer: StreamAnswer, about: KnownVersion): StreamNews | undefined {
    try {
      return answer.is === 'there' ? entriesAfter(about, answer, problemOf) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Returns whether that was possible: rows may have been changed by hand. */
  function tellEntries(answer: StreamAnswer): boolean {
    try {
      const news = entriesIn(answer, known);
      if (news) tell(news);
      return news !== undefined;
    } catch {
      return false;
    }
  }

  /** The same stream as it is now, and not another one of its name, unless it is lasting. */
  async function load(): Promise<LoadedStream> {
    const found = await read();
    if (!found && isLasting)
      throw new Error(
        `${name} is no longer in the database, ${database.where}; restore it from a backup, or restart all replicas`,
      );
    if (!found || (stream !== undefined && found.stream !== stream && !isLasting)) return goneNow();
    stream = found.stream;
    return found;
  }

  /** The entries that other processes stored first. */
  async function whatCameFirst(onTopOf: KnownVersion): Promise<StreamNews> {
    if (stream === undefined) return wholeStreamNews(await load());
    const answer = await answerAbout(stream, onTopOf);
    if (isGoneBy(answer) || answer.is === 'unasked') return goneNow();
    if (!isLostBy(answer)) return entriesIn(answer, onTopOf) ?? wholeStreamNews(await load());
    const instead = streamReset(await load());
    if (!line.has(onTopOf)) return whatCameFirst(known);
    learned(instead);
    return instead;
  }

  /** The entries after a version, without reporting them. */
  function answerAbout(asked: string, about: KnownVersion): Promise<StreamAnswer> {
    return new Promise((resolve, reject) => {
      ask([{ stream: asked, known: about, learn: async (answer) => resolve(answer) }]).catch(reject);
    });
  }

  /** Stores something, one thing at a time. @param keep - resolves with whether it was stored */
  async function keeping(
    version: number,
    count: number,
    keep: (batch: string, onTopOf: KnownVersion) => Promise<boolean>,
  ): Promise<AppendOutcome> {
    if (isGone) throw streamRemoved(name);
    const batch = randomUUID();
    const onTopOf = version === known.version ? known : { version, batch: undefined };
    const outcome = (async () => ((await keep(batch, onTopOf)) ? undefined : whatCameFirst(onTopOf).catch(unstored)))();
    own = { batch, settled: outcome.catch(() => undefined) };
    try {
      const news = await outcome;
      if (news) {
        if (!news.newer.isSetBack) learned(news);
        return { newer: news.newer };
      }
      const kept = version + count;
      learned({ newer: { version: kept, entries: [] }, batch });
      if (stream !== undefined) changed(stream, kept);
      return { version: kept };
    } catch (error) {
      throw unkept(error);
    } finally {
      own = undefined;
    }
  }

  return {
    kind: 'shared',
    async open(fresh = false) {
      try {
        const found = await (fresh ? loadStream(database, described, fresh) : read());
        stream = found?.stream;
        learned({ newer: { version: found?.version ?? -1, entries: [] }, batch: found?.batch });
        if (!found) return { whole: undefined, version: -1, entries: [] };
        return { whole: fresh ? undefined : found.whole, version: found.version, entries: found.entries };
      } catch (error) {
        // Invalid content is reported to the process that opens the stream; a missing database to each caller.
        if (error instanceof UsageError) throw error;
        throw unasked(error);
      }
    },
    append: (steps, version) =>
      keeping(version, steps.length, async (batch, onTopOf) => {
        if (stream === undefined) return false;
        return (await append({ stream, onTopOf, batch, steps })) === 'kept';
      }),
    replace: (whole, version) =>
      keeping(version, 1, async (batch, onTopOf) => {
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
      if (isGone) throw streamRemoved(name);
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

function unkept(error: unknown): unknown {
  if (isForCallers(error)) return error;
  const mayBeDone = error instanceof StoreError && error.mayBeDone;
  const what = mayBeDone ? 'the server cannot determine whether the change was stored' : undefined;
  return storageUnavailable(error as Error, what, { retryAfter: RETRY_AFTER, mayBeDone });
}

/** Only a read failed, after it was known that nothing was stored. */
function unstored(error: unknown): never {
  throw isForCallers(error) ? error : storageUnavailable(error as Error, undefined, { retryAfter: RETRY_AFTER });
}

function unasked(error: unknown): unknown {
  if (isForCallers(error)) return error;
  return storageUnavailable(error as Error, 'cannot guarantee a consistent read', { retryAfter: RETRY_AFTER });
}

function isForCallers(error: unknown): boolean {
  return isStoreError(error, 'removed') || isStoreError(error, 'unavailable');
}
