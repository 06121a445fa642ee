// What happens in one sandbox, for all who follow it: looked for while somebody does, written once, and kept for a while.

import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import type { Sandboxes } from '../../pipeline/sandbox/sandboxes.ts';
import { exchangesAfter, type Look, looksAt, type News } from './looks.ts';

/** How long until the next look, in milliseconds, and how much longer with each reader: what they are sent takes its time. */
const [PAUSE, FOR_EACH] = [40, 0.25];
/** After how long without news something is sent anyway, in milliseconds: whoever stands in between would take the connection for a dead one. */
const SILENCE = 15_000;
/** How many bytes a piece has before another one is begun. */
const PIECE = 16 * 1024;
/** How many bytes are kept for readers that are behind. */
const KEPT = 1024 * 1024;

const SIGN_OF_LIFE = Buffer.from(': still here\n\n');

/** Some events as they are sent: the same bytes for everybody. */
interface Piece {
  readonly bytes: Uint8Array;
  /** The number of the newest exchange that was told by the end of it. */
  readonly told: number;
}

export class Feed {
  readonly #sandbox: Sandbox;
  readonly #sandboxes: Sandboxes;
  readonly #readers = new Set<() => void>();
  #looks: readonly Look[] = [];
  #pieces: Piece[] = [];
  #bytes = 0;
  /** How many pieces were there before those that are kept. */
  #dropped = 0;
  #told = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #lastSent = 0;
  #endFollowing: () => void = () => undefined;

  constructor(sandbox: Sandbox, sandboxes: Sandboxes) {
    this.#sandbox = sandbox;
    this.#sandboxes = sandboxes;
  }

  /** Whether nothing comes any more: the sandbox has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The number of the newest exchange that was told. */
  get told(): number {
    return this.#told;
  }

  /** Behind the newest piece. */
  get end(): number {
    return this.#dropped + this.#pieces.length;
  }

  get sandbox(): Sandbox {
    return this.#sandbox;
  }

  /** @param wake - called when there is something new, or all is over */
  add(wake: () => void): void {
    this.#readers.add(wake);
    if (this.#readers.size > 1) return;
    this.#told = this.#sandbox.journal.newest;
    this.#looks = looksAt(this.#sandbox, this.#sandboxes);
    this.#lastSent = Date.now();
    this.#endFollowing = this.#sandbox.journal.follow();
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

  /** An event as it is sent. @param told - the number of the newest exchange that was told by then */
  text({ event, data }: News, told: number): string {
    return `event: ${event}\nid: ${this.#sandbox.journal.key}-${told}\ndata: ${JSON.stringify(data)}\n\n`;
  }

  /** The number of the newest exchange that was told when an event with this id was; undefined when it is no id of this sandbox. */
  numberIn(id: string): number | undefined {
    const [, key, number] = /^([0-9a-f]{12})-(\d{1,15})$/.exec(id) ?? [];
    return key === this.#sandbox.journal.key ? Math.min(Number(number), this.#sandbox.journal.newest) : undefined;
  }

  #lookAgain(): void {
    this.#timer = setTimeout(() => this.#look(), PAUSE + FOR_EACH * this.#readers.size).unref();
  }

  /** Tells what is new. */
  #look(): void {
    const before = this.end;
    const news = this.#looks.flatMap((look) => look());
    const { journal } = this.#sandbox;
    const lost = Math.max(0, journal.oldest - 1 - Math.max(this.#told, journal.clearedTo));
    this.#told = Math.max(this.#told, journal.oldest - 1);
    if (lost > 0) news.push({ event: 'missed', data: { exchanges: lost } });
    this.#write([...news, ...exchangesAfter(this.#sandbox, this.#told)]);
    this.#isOver = this.#sandboxes.all().every(({ sandbox }) => sandbox !== this.#sandbox);
    const now = Date.now();
    if (this.end === before && now - this.#lastSent >= SILENCE) this.#keep(SIGN_OF_LIFE);
    if (this.end > before) this.#lastSent = now;
    if (this.end > before || this.#isOver) for (const wake of this.#readers) wake();
    if (!this.#isOver) this.#lookAgain();
  }

  #write(news: readonly News[]): void {
    let text = '';
    for (const one of news) {
      if (one.event === 'exchange') this.#told = one.data.number;
      text += this.text(one, this.#told);
      if (text.length < PIECE) continue;
      this.#keep(Buffer.from(text));
      text = '';
    }
    if (text !== '') this.#keep(Buffer.from(text));
  }

  #keep(bytes: Uint8Array): void {
    this.#pieces.push({ bytes, told: this.#told });
    this.#bytes += bytes.length;
    while (this.#bytes > KEPT) {
      this.#bytes -= this.#pieces.shift()?.bytes.length ?? 0;
      this.#dropped += 1;
    }
  }
}
