// Server-sent events about what happens in a sandbox.

import { ApiError } from '../../pipeline/errors/api-error.ts';
import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import type { Sandboxes } from '../../pipeline/sandbox/sandboxes.ts';
import type { ControlHandlers } from '../control-handlers.ts';
import { Feed } from './feed.ts';
import { type EventData, exchangesAfter } from './news-checks.ts';

/** How many follow sandboxes at the same time. */
const MOST_READERS = 1000;

/** @param stopping - aborted when streams must end */
export function eventHandlers(sandboxes: Sandboxes, stopping: AbortSignal): Pick<ControlHandlers, 'readEvents'> {
  const feeds = new WeakMap<Sandbox, Feed>();
  const readers = new Set<EventReader>();

  function feedOf(sandbox: Sandbox): Feed {
    const feed = feeds.get(sandbox) ?? new Feed(sandbox, sandboxes);
    feeds.set(sandbox, feed);
    return feed;
  }

  return {
    async readEvents({ input: { 'last-event-id': lastEventId, timeout }, caller: { sandbox }, signal }) {
      if (readers.size >= MOST_READERS)
        throw new ApiError(
          'resource_exhausted',
          `${MOST_READERS} clients already read events, the maximum; try again later`,
        );
      await sandbox.requestLog.settled();
      const feed = feedOf(sandbox);
      const isBrief = timeout === 0;
      const ends = [signal, stopping, ...(timeout === undefined || isBrief ? [] : [AbortSignal.timeout(timeout)])];
      return new EventReader(feed, { lastEventId, end: AbortSignal.any(ends), isBrief, readers });
    },
  };
}

/** How a sandbox is followed. */
interface FollowSettings {
  /** The id of the last received event. Default: start with the next one. */
  readonly lastEventId?: string | undefined;
  /** Aborted when the reader leaves, or streams must end. */
  readonly end: AbortSignal;
  /** Whether to end after all present events. */
  readonly isBrief: boolean;
  /** The active readers, including this one. */
  readonly readers: Set<EventReader>;
}

/** The events, as many at a time as there are. */
class EventReader implements AsyncIterableIterator<Uint8Array> {
  readonly #feed: Feed;
  readonly #following: FollowSettings;
  #state: 'new' | 'reading' | 'over' = 'new';
  /** The next piece of the feed. */
  #place = 0;
  /** The number of the newest exchange that this reader has received. */
  #lastNumber = 0;
  /** Exchanges up to this one are read from the request log, before the stored pieces. */
  #upTo = 0;
  #wake: () => void = () => undefined;
  readonly #woken = () => this.#wake();

  constructor(feed: Feed, following: FollowSettings) {
    this.#feed = feed;
    this.#following = following;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    if (this.#state === 'new') return { done: false, value: this.#begin() };
    while (this.#state === 'reading' && !this.#following.end.aborted) {
      const value = this.#read();
      if (value) return { done: false, value };
      if (this.#following.isBrief || this.#feed.isOver) break;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.return();
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    if (this.#state === 'reading') {
      this.#following.end.removeEventListener('abort', this.#woken);
      this.#feed.remove(this.#woken);
      this.#following.readers.delete(this);
    }
    this.#state = 'over';
    this.#wake();
    return { done: true, value: undefined };
  }

  #begin(): Uint8Array {
    const { lastEventId, end, readers } = this.#following;
    this.#state = 'reading';
    readers.add(this);
    this.#feed.add(this.#woken);
    end.addEventListener('abort', this.#woken);
    const { sandbox, lastNumber } = this.#feed;
    const { newest } = sandbox.requestLog;
    const known = lastEventId === undefined ? undefined : this.#feed.numberIn(lastEventId);
    const first = lastEventId === undefined ? lastNumber : (known ?? sandbox.requestLog.oldest - 1);
    this.#place = this.#feed.end;
    this.#upTo = lastNumber;
    this.#lastNumber = Math.min(first, lastNumber);
    return this.#bytes([
      { event: 'start', data: { sandbox: sandbox.name, newest, resumed: known !== undefined } },
      ...this.#lost(),
    ]);
  }

  /** The next data; undefined if there is none yet. */
  #read(): Uint8Array | undefined {
    const { sandbox } = this.#feed;
    if (this.#lastNumber < this.#upTo) {
      const news = exchangesAfter(sandbox, this.#lastNumber).filter(
        (one) => one.event === 'exchange' && one.data.number <= this.#upTo,
      );
      const last = news.at(-1);
      const lost = this.#lost();
      this.#lastNumber = last?.event === 'exchange' ? last.data.number : this.#upTo;
      if (news.length > 0) return this.#bytes([...lost, ...news]);
    }
    const piece = this.#feed.at(this.#place);
    if (piece === 'dropped') {
      // Continues as after an interruption: no events have been sent since.
      this.#place = this.#feed.end;
      this.#upTo = this.#feed.lastNumber;
      const [lost = { event: 'missed', data: { exchanges: 0 } } as const] = this.#lost();
      return this.#bytes([lost]);
    }
    if (!piece) return undefined;
    this.#place += 1;
    this.#lastNumber = piece.lastNumber;
    this.#upTo = piece.lastNumber;
    return piece.bytes;
  }

  /** Reports how many exchanges were dropped from the request log, and skips them. */
  #lost(): readonly EventData[] {
    const { oldest, clearedTo } = this.#feed.sandbox.requestLog;
    const first = Math.min(oldest, this.#upTo + 1);
    const exchanges = first - 1 - Math.max(this.#lastNumber, Math.min(clearedTo, this.#upTo));
    this.#lastNumber = Math.max(this.#lastNumber, first - 1);
    return exchanges > 0 ? [{ event: 'missed', data: { exchanges } }] : [];
  }

  #bytes(news: readonly EventData[]): Uint8Array {
    let lastNumber = this.#lastNumber;
    const texts = news.map((one) => {
      if (one.event === 'exchange') lastNumber = one.data.number;
      return this.#feed.text(one, lastNumber);
    });
    return Buffer.from(texts.join(''));
  }
}
