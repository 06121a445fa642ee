// Notifies other replicas of changes by LISTEN and NOTIFY, and polls for lost notifications.

import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import type { PollStreams, StreamFollower } from './stream-polling.ts';

const CHANNEL = 'understudy';

/** Polling interval in milliseconds: while notifications arrive, and while they do not. */
const SELDOM = 10_000;
const OFTEN = 1000;

/** Pause before the next attempt to listen, in milliseconds: the first and the longest. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [250, 10_000];

/** Maximum number of streams in a notification, which may have 8000 bytes. */
const MOST_STREAMS = 300;

/** Timeout for sending one, in milliseconds. */
const WITHIN = 5000;

interface NotificationsSettings {
  readonly database: Database;
  readonly poll: PollStreams;
  /** The stores that are notified. */
  readonly followers: ReadonlySet<StreamFollower>;
  /** Statements at the beginning of the listening connection. */
  readonly first: readonly string[];
  /** Called whenever listening has begun. */
  onListening(): void;
}

/** Notifications to and from the other replicas. */
export class Notifications {
  /** Resolves after the first attempt to listen. */
  readonly listening: Promise<void>;
  readonly #settings: NotificationsSettings;
  readonly #id = randomUUID();
  /** The changed streams that others do not know yet. */
  readonly #changed = new Set<string>();
  #sending: Promise<void> | undefined;
  #isClosed = false;
  /** Whether the last test notification came back: some proxies drop them. */
  #isReceiving = false;
  /** Whether any notification came since the last poll. */
  #hasReceived = false;
  #pollTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #pause = FIRST_PAUSE;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(settings: NotificationsSettings) {
    this.#settings = settings;
    this.listening = this.#listen();
    this.#pollSoon();
  }

  /** Notifies others of changed streams; soon, and in one notification for several. */
  send(streams: readonly string[]): void {
    for (const stream of streams) this.#changed.add(stream);
    this.#sending ??= this.#sendAll();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#pollTimer);
    clearTimeout(this.#retryTimer);
    await this.#sending;
    await this.#stopListening?.();
  }

  async #listen(): Promise<void> {
    const { database, first, followers, onListening } = this.#settings;
    const onLost = () => {
      this.#isReceiving = false;
      this.#listenAgain();
    };
    try {
      this.#stopListening = await database.listen(CHANNEL, (payload) => this.#receive(payload), onLost, first);
      this.#pause = FIRST_PAUSE;
      if (this.#isClosed) {
        await this.#stopListening();
        return;
      }
      await this.#notify([this.#id]);
      // Changes during the interruption.
      this.#poll(followers);
      onListening();
    } catch {
      this.#listenAgain();
    }
  }

  #listenAgain(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => void this.#listen(), this.#pause * (0.5 + Math.random())).unref();
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  #receive(payload: string): void {
    const [from, ...streams] = payload.split(' ');
    this.#hasReceived = true;
    if (from === this.#id) this.#isReceiving = true;
    else {
      const changed = new Set(streams);
      this.#poll([...this.#settings.followers].filter(({ stream }) => stream !== undefined && changed.has(stream)));
    }
  }

  /** A failure needs no report: the next query fails, too. */
  #poll(followers: Iterable<StreamFollower>): void {
    void this.#settings.poll(followers).catch(() => undefined);
  }

  #pollSoon(): void {
    if (this.#isClosed) return;
    this.#pollTimer = setTimeout(() => this.#pollNow(), this.#isReceiving ? SELDOM : OFTEN).unref();
  }

  #pollNow(): void {
    this.#poll(this.#settings.followers);
    // The server may have disappeared silently, or may no longer be the one that the name leads to.
    if (this.#isReceiving && !this.#hasReceived) {
      void this.#stopListening?.();
      this.#listenAgain();
    }
    this.#isReceiving = this.#hasReceived;
    this.#hasReceived = false;
    void this.#notify([this.#id]).catch(() => undefined);
    this.#pollSoon();
  }

  async #sendAll(): Promise<void> {
    while (this.#changed.size > 0 && !this.#isClosed) {
      const some = [...this.#changed].slice(0, MOST_STREAMS);
      for (const stream of some) this.#changed.delete(stream);
      await this.#notify([this.#id, ...some]).catch(() => undefined);
    }
    this.#sending = undefined;
  }

  #notify(words: readonly string[]): Promise<unknown> {
    return this.#settings.database.query('select pg_notify($1, $2)', [CHANNEL, words.join(' ')], { within: WITHIN });
  }
}
