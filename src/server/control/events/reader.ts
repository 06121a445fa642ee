// One who follows a sandbox: where in its feed they are, and nothing else, so that who reads nothing costs nothing.

import type { Feed } from './feed.ts';
import { exchangesAfter, type News } from './looks.ts';

/** How a sandbox is followed. */
export interface Following {
  /** The id of the last event that was read. Default: the first one is yet to come. */
  readonly lastEventId?: string | undefined;
  /** Aborted when nobody reads any more, or nothing more is to be told. */
  readonly end: AbortSignal;
  /** Whether to end when all is told that there is. */
  readonly isBrief: boolean;
  /** Those who read: this one is among them as long as it does. */
  readonly readers: Set<Reader>;
}

/** The events, some at a time, each time as many as there are when they are asked for. */
export class Reader implements AsyncIterableIterator<Uint8Array> {
  readonly #feed: Feed;
  readonly #following: Following;
  #state: 'new' | 'reading' | 'over' = 'new';
  /** The next piece of the feed. */
  #place = 0;
  /** The number of the newest exchange that this reader was told. */
  #told = 0;
  /** Exchanges up to this one are told from the journal, before the pieces of the feed. */
  #upTo = 0;
  #wake: () => void = () => undefined;
  readonly #woken = () => this.#wake();

  constructor(feed: Feed, following: Following) {
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
    const { sandbox, told } = this.#feed;
    const { newest } = sandbox.journal;
    const known = lastEventId === undefined ? undefined : this.#feed.numberIn(lastEventId);
    const first = lastEventId === undefined ? told : (known ?? sandbox.journal.oldest - 1);
    this.#place = this.#feed.end;
    this.#upTo = told;
    this.#told = Math.min(first, told);
    return this.#bytes([
      { event: 'start', data: { sandbox: sandbox.name, newest, resumed: known !== undefined } },
      ...this.#lost(),
    ]);
  }

  /** What comes next; undefined when there is nothing so far. */
  #read(): Uint8Array | undefined {
    const { sandbox } = this.#feed;
    if (this.#told < this.#upTo) {
      const news = exchangesAfter(sandbox, this.#told).filter(
        (one) => one.event === 'exchange' && one.data.number <= this.#upTo,
      );
      const last = news.at(-1);
      const lost = this.#lost();
      this.#told = last?.event === 'exchange' ? last.data.number : this.#upTo;
      if (news.length > 0) return this.#bytes([...lost, ...news]);
    }
    const piece = this.#feed.at(this.#place);
    if (piece === 'dropped') {
      // As if the reader had been away. It was told of no exchange since, and of nothing else that has happened.
      this.#place = this.#feed.end;
      this.#upTo = this.#feed.told;
      const [lost = { event: 'missed', data: { exchanges: 0 } } as const] = this.#lost();
      return this.#bytes([lost]);
    }
    if (!piece) return undefined;
    this.#place += 1;
    this.#told = piece.told;
    this.#upTo = piece.told;
    return piece.bytes;
  }

  /** Says how many of the exchanges that are to be told from the journal are not there any more, and passes them over. */
  #lost(): readonly News[] {
    const { oldest, clearedTo } = this.#feed.sandbox.journal;
    const first = Math.min(oldest, this.#upTo + 1);
    const exchanges = first - 1 - Math.max(this.#told, Math.min(clearedTo, this.#upTo));
    this.#told = Math.max(this.#told, first - 1);
    return exchanges > 0 ? [{ event: 'missed', data: { exchanges } }] : [];
  }

  #bytes(news: readonly News[]): Uint8Array {
    let told = this.#told;
    const texts = news.map((one) => {
      if (one.event === 'exchange') told = one.data.number;
      return this.#feed.text(one, told);
    });
    return Buffer.from(texts.join(''));
  }
}
