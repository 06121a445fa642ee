// The event stream of one sandbox, shared by all its readers.

import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import type { Sandboxes } from '../../pipeline/sandbox/sandboxes.ts';
import { type CheckNews, type EventData, exchangesAfter, newsChecks } from './news-checks.ts';

/** Interval between checks, in milliseconds, and its increase per reader. */
const [PAUSE, FOR_EACH] = [40, 0.25];
/** Interval of keep-alive comments, in milliseconds: proxies close silent connections. */
const SILENCE = 15_000;
/** Size in bytes after which a new piece begins. */
const PIECE = 16 * 1024;
/** Maximum number of stored bytes, for slow readers. */
const KEPT = 1024 * 1024;

const SIGN_OF_LIFE = Buffer.from(': still here\n\n');

/** Some events as they are sent: the same bytes for everybody. */
interface Piece {
  readonly bytes: Uint8Array;
  /** The number of the newest exchange at its end. */
  readonly lastNumber: number;
}

export class Feed {
  readonly #sandbox: Sandbox;
  readonly #sandboxes: Sandboxes;
  readonly #readers = new Set<() => void>();
  #looks: readonly CheckNews[] = [];
  #pieces: Piece[] = [];
  #bytes = 0;
  /** The number of pieces before the stored ones. */
  #dropped = 0;
  #lastNumber = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #lastSent = 0;
  #endFollowing: () => void = () => undefined;

  constructor(sandbox: Sandbox, sandboxes: Sandboxes) {
    this.#sandbox = sandbox;
    this.#sandboxes = sandboxes;
  }

  /** Whether the sandbox has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The number of the newest reported exchange. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** Behind the newest piece. */
  get end(): number {
    return this.#dropped + this.#pieces.length;
  }

  get sandbox(): Sandbox {
    return this.#sandbox;
  }

  /** @param wake - called when there are new events, or at the end */
  add(wake: () => void): void {
    this.#readers.add(wake);
    if (this.#readers.size > 1) return;
    this.#lastNumber = this.#sandbox.requestLog.newest;
    this.#looks = newsChecks(this.#sandbox, this.#sandboxes);
    this.#lastSent = Date.now();
    this.#endFollowing = this.#sandbox.requestLog.subscribe();
    this.#lookAgain();
  }

  remove(wake: () => void): void {
    if (!this.#readers.delete(wake) || this.#readers.size > 0) return;
    clearTimeout(this.#timer);
    this.#endFollowing();
    this.#dropped = this.end;
    this.#pieces = [];
    this.#bytes = 0;
  }

  /** The piece at a place; undefined when it is not there yet, and `dropped` when it is no more. */
  at(place: number): Piece | 'dropped' | undefined {
    return place < this.#dropped ? 'dropped' : this.#pieces[place - this.#dropped];
  }

  /** The text of an event. @param lastNumber - the number of the newest exchange by then */
  text({ event, data }: EventData, lastNumber: number): string {
    return `event: ${event}\nid: ${this.#sandbox.requestLog.key}-${lastNumber}\ndata: ${stringifyJson(data)}\n\n`;
  }

  /** The exchange number in an event id; undefined for an id of another sandbox. */
  numberIn(id: string): number | undefined {
    const [, key, number] = /^([0-9a-f]{12})-(\d{1,15})$/.exec(id) ?? [];
    return key === this.#sandbox.requestLog.key ? Math.min(Number(number), this.#sandbox.requestLog.newest) : undefined;
  }

  #lookAgain(): void {
    this.#timer = setTimeout(() => this.#look(), PAUSE + FOR_EACH * this.#readers.size).unref();
  }

  /** Appends new events. */
  #look(): void {
    const before = this.end;
    const news = this.#looks.flatMap((look) => look());
    const { requestLog } = this.#sandbox;
    const lost = Math.max(0, requestLog.oldest - 1 - Math.max(this.#lastNumber, requestLog.clearedTo));
    this.#lastNumber = Math.max(this.#lastNumber, requestLog.oldest - 1);
    if (lost > 0) news.push({ event: 'missed', data: { exchanges: lost } });
    this.#write([...news, ...exchangesAfter(this.#sandbox, this.#lastNumber)]);
    this.#isOver = this.#sandboxes.all().every(({ sandbox }) => sandbox !== this.#sandbox);
    const now = Date.now();
    if (this.end === before && now - this.#lastSent >= SILENCE) this.#keep(SIGN_OF_LIFE);
    if (this.end > before) this.#lastSent = now;
    if (this.end > before || this.#isOver) for (const wake of this.#readers) wake();
    if (!this.#isOver) this.#lookAgain();
  }

  #write(news: readonly EventData[]): void {
    let text = '';
    for (const one of news) {
      if (one.event === 'exchange') this.#lastNumber = one.data.number;
      text += this.text(one, this.#lastNumber);
      if (text.length < PIECE) continue;
      this.#keep(Buffer.from(text));
      text = '';
    }
    if (text !== '') this.#keep(Buffer.from(text));
  }

  #keep(bytes: Uint8Array): void {
    this.#pieces.push({ bytes, lastNumber: this.#lastNumber });
    this.#bytes += bytes.length;
    while (this.#bytes > KEPT) {
      this.#bytes -= this.#pieces.shift()?.bytes.length ?? 0;
      this.#dropped += 1;
    }
  }
}
