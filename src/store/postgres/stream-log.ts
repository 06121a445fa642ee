// The log of one stream in PostgreSQL.

import { randomUUID } from 'node:crypto';
import { UsageError } from '../../schema/usage-error.ts';
import type { AppendOutcome, LogStep, NewEntries, PersistedState, SharedLog, WholeState } from '../log/store-log.ts';
import { isStoreError, StoreError, storageUnavailable, streamRemoved } from '../store-error.ts';
import type { AppendFate, StreamAppend } from './appends.ts';
import type { Database } from './database.ts';
import {
  createStreamReader,
  type DescribedStream,
  entriesAfter,
  type LoadedStream,
  loadStream,
  type StreamNews,
  streamReset,
  wholeStreamNews,
} from './load-stream.ts';
import { replaceStream } from './replace-stream.ts';
import type { KnownVersion, PollStreams, StreamFollower, StreamResult } from './stream-polling.ts';

/** The common parts of all logs of a storage. */
interface StorageContext {
  readonly database: Database;
  append(append: StreamAppend): Promise<AppendFate>;
  readonly poll: PollStreams;
  /** Reports changed streams, with their version. */
  changed(stream: string, version: number): void;
  /** Reports that a stream lost acknowledged changes. */
  lost(sentence: string): void;
  /** The stores that follow changes of others. */
  readonly followers: Set<StreamFollower>;
}

/** After how many seconds it may be worth to try again. */
const RETRY_AFTER = 1;

/** A stream: its name, and the check of its records. */
interface LoggedStream extends DescribedStream {
  /** Whether it is never removed. */
  readonly isLasting: boolean;
}

/** Follows changes of other processes, and stores those of this one. */
export class StreamLog implements SharedLog, StreamFollower {
  readonly kind = 'shared';
  readonly #described: LoggedStream;
  readonly #context: StorageContext;
  readonly #read: () => Promise<LoadedStream | undefined>;
  #stream: string | undefined;
  /** The newest version that the store has received. */
  #known: KnownVersion = { version: -1, batch: undefined };
  /** The versions that led to it. When the database was set back, earlier ones are invalid. */
  #line = new WeakSet<KnownVersion>();
  #isGone = false;
  #listener: ((newer: NewEntries) => void) | undefined;
  /** The append under way; settled when its result is known. */
  #own: { readonly batch: string; readonly settled: Promise<unknown> } | undefined;
  #learning: Promise<void> = Promise.resolve();

  constructor(described: LoggedStream, context: StorageContext) {
    this.#described = described;
    this.#context = context;
    this.#read = createStreamReader(context.database, described);
  }

  get stream(): string | undefined {
    return this.#stream;
  }

  get known(): KnownVersion {
    return this.#known;
  }

  async open(fresh = false): Promise<PersistedState> {
    try {
      const found = await (fresh ? loadStream(this.#context.database, this.#described, fresh) : this.#read());
      this.#stream = found?.stream;
      this.#learned({ newer: { version: found?.version ?? -1, entries: [] }, batch: found?.batch });
      if (!found) return { whole: undefined, version: -1, entries: [] };
      return { whole: fresh ? undefined : found.whole, version: found.version, entries: found.entries };
    } catch (error) {
      // Invalid content is reported to the process that opens the stream; a missing database to each caller.
      if (error instanceof UsageError) throw error;
      throw notSent(error);
    }
  }

  append(steps: readonly LogStep[], version: number): Promise<AppendOutcome> {
    return this.#keeping(version, steps.length, async (batch, onTopOf) => {
      if (this.#stream === undefined) return false;
      return (await this.#context.append({ stream: this.#stream, onTopOf, batch, steps })) === 'stored';
    });
  }

  replace(whole: WholeState, version: number): Promise<AppendOutcome> {
    return this.#keeping(version, 1, async (batch, onTopOf) => {
      const { name } = this.#described;
      const stream = await replaceStream(this.#context.database, { name, stream: this.#stream, onTopOf, batch, whole });
      this.#stream ??= stream;
      return stream !== undefined;
    });
  }

  subscribe(listener: (newer: NewEntries) => void): () => void {
    this.#listener = listener;
    this.#context.followers.add(this);
    return () => {
      this.#listener = undefined;
      this.#context.followers.delete(this);
    };
  }

  async newest(): Promise<void> {
    if (this.#isGone) throw streamRemoved(this.#described.name);
    await this.#context.poll([this]).catch((error) => {
      throw notSent(error);
    });
  }

  async close(): Promise<void> {
    this.#context.followers.delete(this);
    this.#listener = undefined;
    await this.#own?.settled;
  }

  /** One after the other, each on the result of the previous one. */
  learn(response: StreamResult, known: KnownVersion): Promise<void> {
    const next = () => this.#learnNext(response, known);
    this.#learning = this.#learning.then(next, next);
    return this.#learning;
  }

  async #learnNext(response: StreamResult, known: KnownVersion): Promise<void> {
    if (response.is === 'unqueried') return this.#learnFirst();
    if (this.#isGoneBy(response)) return this.#goneNow();
    const isOwn = response.is !== 'there' || response.newer.some(({ batch }) => batch === this.#own?.batch);
    // It is as good as stored, and later entries follow it.
    if (isOwn) await this.#own?.settled;
    const instead = isLostBy(response) ? await this.#load() : undefined;
    // Another query noticed meanwhile that it was set back.
    if (!this.#line.has(known))
      return this.#stream === undefined
        ? undefined
        : this.#learnNext(await this.#loadNews(this.#stream, this.#known), this.#known);
    if (instead) return this.#tell(streamReset(instead));
    if (isLostBy(response) || response.version <= this.#known.version) return;
    if (!this.#reportEntries(response)) this.#tell(wholeStreamNews(await this.#load()));
  }

  /** No version was known: another process may have been first, or the known one was read before that. */
  async #learnFirst(): Promise<void> {
    await this.#own?.settled;
    const found = await this.#read();
    if (!found || (this.#stream !== undefined && found.stream !== this.#stream)) return;
    this.#stream = found.stream;
    this.#tell(wholeStreamNews(found));
  }

  /** Whether another process removed it. */
  #isGoneBy(response: StreamResult): boolean {
    return response.is === 'gone' && !this.#described.isLasting;
  }

  #goneNow(): never {
    this.#isGone = true;
    throw streamRemoved(this.#described.name);
  }

  #tell(news: StreamNews): void {
    this.#listener?.(news.newer);
    this.#learned(news);
  }

  /** The store knows it. */
  #learned({ newer: { version, isSetBack = false }, batch }: StreamNews): void {
    if (isSetBack) {
      this.#context.lost(
        `${this.#context.database.where} has lost changes that it had acknowledged: ${this.#described.name} was at version ${this.#known.version} and is now at version ${version}. The server continues with the state of the database.`,
      );
      this.#line = new WeakSet();
    } else if (version <= this.#known.version) return;
    this.#known = { version, batch };
    this.#line.add(this.#known);
  }

  /** Undefined if rows are missing or invalid: a complete read then reports which. */
  #entriesIn(response: StreamResult, about: KnownVersion): StreamNews | undefined {
    try {
      return response.is === 'there' ? entriesAfter(about, response, this.#described.problemOf) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Returns whether that was possible: rows may have been changed by hand. */
  #reportEntries(response: StreamResult): boolean {
    try {
      const news = this.#entriesIn(response, this.#known);
      if (news) this.#tell(news);
      return news !== undefined;
    } catch {
      return false;
    }
  }

  /** The same stream as it is now, and not another one of its name, unless it is lasting. */
  async #load(): Promise<LoadedStream> {
    const found = await this.#read();
    if (!found && this.#described.isLasting)
      throw new Error(
        `${this.#described.name} is no longer in the database, ${this.#context.database.where}; restore it from a backup, or restart all replicas`,
      );
    const isOther = this.#stream !== undefined && found?.stream !== this.#stream;
    if (!found || (isOther && !this.#described.isLasting)) return this.#goneNow();
    this.#stream = found.stream;
    return found;
  }

  /** The entries that other processes stored first. */
  async #whatCameFirst(onTopOf: KnownVersion): Promise<StreamNews> {
    if (this.#stream === undefined) return wholeStreamNews(await this.#load());
    const response = await this.#loadNews(this.#stream, onTopOf);
    if (this.#isGoneBy(response) || response.is === 'unqueried') return this.#goneNow();
    if (!isLostBy(response)) return this.#entriesIn(response, onTopOf) ?? wholeStreamNews(await this.#load());
    const instead = streamReset(await this.#load());
    if (!this.#line.has(onTopOf)) return this.#whatCameFirst(this.#known);
    this.#learned(instead);
    return instead;
  }

  /** The entries after a version, without reporting them. */
  #loadNews(name: string, about: KnownVersion): Promise<StreamResult> {
    return new Promise((resolve, reject) => {
      this.#context.poll([{ stream: name, known: about, learn: async (response) => resolve(response) }]).catch(reject);
    });
  }

  /** Stores something, one thing at a time. @param keep - resolves with whether it was stored */
  async #keeping(
    version: number,
    count: number,
    keep: (batch: string, onTopOf: KnownVersion) => Promise<boolean>,
  ): Promise<AppendOutcome> {
    if (this.#isGone) throw streamRemoved(this.#described.name);
    const batch = randomUUID();
    const onTopOf = version === this.#known.version ? this.#known : { version, batch: undefined };
    const outcome = (async () =>
      (await keep(batch, onTopOf)) ? undefined : this.#whatCameFirst(onTopOf).catch(unstored))();
    this.#own = { batch, settled: outcome.catch(() => undefined) };
    try {
      const news = await outcome;
      if (news) {
        if (!news.newer.isSetBack) this.#learned(news);
        return { newer: news.newer };
      }
      const stored = version + count;
      this.#learned({ newer: { version: stored, entries: [] }, batch });
      if (this.#stream !== undefined) this.#context.changed(this.#stream, stored);
      return { version: stored };
    } catch (error) {
      throw unkept(error);
    } finally {
      this.#own = undefined;
    }
  }
}

/** Whether the database lost the known version. */
function isLostBy(response: StreamResult): response is Extract<StreamResult, { is: 'lost' | 'gone' }> {
  return response.is === 'lost' || response.is === 'gone';
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

function notSent(error: unknown): unknown {
  if (isForCallers(error)) return error;
  return storageUnavailable(error as Error, 'cannot guarantee a consistent read', { retryAfter: RETRY_AFTER });
}

function isForCallers(error: unknown): boolean {
  return isStoreError(error, 'removed') || isStoreError(error, 'unavailable');
}
