// The exchanges of a sandbox: a list of what was asked and what was answered, bounded in number and, with those of all others, in memory.

import { randomBytes } from 'node:crypto';
import {
  type BriefExchange,
  type ExchangeRecord,
  JournalEntry,
  type SecretsOf,
  type ShownExchange,
} from './journal-entry.ts';
import { KnownSecrets } from './security/known-secrets.ts';

/** Which exchanges are wanted. */
export interface Wanted {
  /** How many at most. */
  readonly limit: number;
  /** Only those with a greater number, the oldest of them first to be taken. Default: the newest are taken. */
  readonly after?: number | undefined;
  /** Only those with a smaller number. */
  readonly before?: number | undefined;
  /** Only those of which this is true. Default: all. */
  readonly fits?: ((exchange: ShownExchange) => boolean) | undefined;
}

/** Some of the exchanges, oldest first. */
export interface Page {
  readonly exchanges: readonly ShownExchange[];
  /** Whether there are earlier ones than these, and later ones. */
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
}

export interface Journal {
  record(exchange: ExchangeRecord): void;
  /** Leaves a token out of all that is shown, wherever it stands. It is not kept. */
  leaveOut(token: string): void;
  /** A text without them. */
  withoutTokens(text: string): string;
  /** No more than `limit`, and no more text than a page holds. */
  page(wanted: Wanted): Page;
  /** All that fit, the oldest first, put into words. @param after - only those with a greater number */
  find(fits: (exchange: ShownExchange) => boolean, after: number): readonly ShownExchange[];
  /** The oldest ones with a greater number, no more than `limit`, each for a line of a list. */
  briefly(after: number, limit: number): readonly BriefExchange[];
  /** Ends when another exchange was recorded, and when the signal is aborted. */
  next(signal: AbortSignal): Promise<void>;
  /** The number of the newest one; 0 when there never was any. */
  readonly newest: number;
  /** The number of the oldest one that is still there; when there is none, of the next one. */
  readonly oldest: number;
  /** The number of the newest one that somebody had forgotten, with all before it; 0 when nobody did. */
  readonly clearedTo: number;
  clear(): Promise<void>;
  /** Forgets all, for good: nothing is recorded any more. */
  close(): void;
  /** Whether it was closed: nothing comes any more. */
  readonly isClosed: boolean;
  /** Resolves once it has what was recorded here, and what other processes have told of theirs by now. */
  settled(): Promise<void>;
  /** Lets it hear by itself of what others record. Gives what ends that. */
  follow(): () => void;
  /** Twelve hexadecimal digits, by which readers know it again: two journals have different ones, unless they tell of the same. */
  readonly key: string;
}

/** A journal whose numbers are given elsewhere. */
export interface Ring extends Journal {
  /** Keeps an exchange under its number: the next one, or a later one, and then all before it are gone. */
  take(exchange: ShownExchange): void;
  /** Has forgotten all up to a number. */
  clearTo(number: number): void;
}

/** Journals that share their memory. */
export interface Journals {
  /** @param name - of the sandbox */
  create(name: string): Journal;
}

/** Journals of which each belongs to this process alone. */
export interface Rings extends Journals {
  create(name?: string): Ring;
}

/** How many exchanges a journal keeps. */
export const MOST_EXCHANGES = 1000;
/** How much text a page holds, in characters: more than the longest exchange. Whoever reads on asks for the next one, so none of them is held in memory as a whole. */
const PAGE = 1024 * 1024;

const DEFAULT_BYTES = 64 * 1024 * 1024;

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Journals that keep no more than this many bytes together. When there are more, the oldest exchanges of one of the largest journals go: a loud
 * sandbox does not make others forget.
 *
 * @param secretsOf - asked when an exchange is shown: what is not to be. Default: what has the name of a secret only
 */
export function createJournals(
  bytes = DEFAULT_BYTES,
  most = MOST_EXCHANGES,
  secretsOf: SecretsOf = () => NO_NAMES,
): Rings {
  /** By the length of their size in binary: those in the last one that is not empty are at least half as large as the largest. */
  const byMagnitude: Set<BoundedJournal>[] = [];
  let total = 0;

  const resized = (journal: BoundedJournal, before: number): void => {
    total += journal.bytes - before;
    const [from, to] = [magnitude(before), magnitude(journal.bytes)];
    if (from === to) return;
    byMagnitude[from]?.delete(journal);
    if (to === 0) return;
    byMagnitude[to] ??= new Set();
    byMagnitude[to].add(journal);
  };
  const makeRoom = (): void => {
    while (total > bytes) {
      const [large] = byMagnitude.findLast((journals) => journals?.size > 0) ?? [];
      if (!large) return;
      large.dropOldest();
    }
  };
  return { create: () => new BoundedJournal(most, { resized, makeRoom, secretsOf }) };
}

function magnitude(bytes: number): number {
  return bytes === 0 ? 0 : Math.floor(Math.log2(bytes)) + 1;
}

/** What journals have in common. */
interface SharedMemory {
  readonly resized: (journal: BoundedJournal, before: number) => void;
  readonly makeRoom: () => void;
  readonly secretsOf: SecretsOf;
}

/** Numbers follow one another, so an exchange is found by its number. */
class BoundedJournal implements Ring {
  readonly #most: number;
  readonly #shared: SharedMemory;
  readonly #entries: JournalEntry[] = [];
  #oldest = 1;
  #next = 1;
  #clearedTo = 0;
  #isClosed = false;
  readonly #waiting = new Set<() => void>();
  readonly #secrets = new KnownSecrets();
  #key: string | undefined;
  bytes = 0;

  constructor(most: number, shared: SharedMemory) {
    this.#most = most;
    this.#shared = shared;
  }

  record(exchange: ExchangeRecord): void {
    if (this.#isClosed) return;
    const { credential, caller } = exchange;
    // Who is called as he calls himself has no secret.
    if (credential !== undefined && credential !== caller) this.#secrets.add(credential);
    this.#keep((entry, number) => entry.keep(exchange, number));
  }

  take(exchange: ShownExchange): void {
    if (this.#isClosed || exchange.number < this.#next) return;
    if (exchange.number > this.#next) this.#skipTo(exchange.number);
    this.#keep((entry) => entry.keepShown(exchange));
  }

  /** Keeps the next one. */
  #keep(keep: (entry: JournalEntry, number: number) => void): void {
    const number = this.#next;
    this.#next += 1;
    const at = number % this.#most;
    const entry = this.#entries[at] ?? new JournalEntry();
    this.#entries[at] = entry;
    // When the journal is full, the newest one takes the place of the oldest.
    const isFull = number - this.#oldest >= this.#most;
    const before = isFull ? entry.bytes : 0;
    if (isFull) this.#oldest += 1;
    keep(entry, number);
    this.#resize(entry.bytes - before);
    this.#shared.makeRoom();
    if (this.#waiting.size > 0) for (const wake of [...this.#waiting]) wake();
  }

  /** Lets a number be the next one; those before it are not there. */
  #skipTo(number: number): void {
    while (this.#oldest < this.#next) this.dropOldest();
    this.#oldest = number;
    this.#next = number;
  }

  get key(): string {
    this.#key ??= randomBytes(6).toString('hex');
    return this.#key;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  leaveOut(token: string): void {
    this.#secrets.add(token);
  }

  withoutTokens(text: string): string {
    return this.#secrets.redact(text);
  }

  get newest(): number {
    return this.#next - 1;
  }

  get oldest(): number {
    return this.#oldest;
  }

  get clearedTo(): number {
    return this.#clearedTo;
  }

  briefly(after: number, limit: number): readonly BriefExchange[] {
    const told: BriefExchange[] = [];
    for (let at = Math.max(this.#oldest, after + 1); at < this.#next && told.length < limit; at += 1) {
      const entry = this.#entries[at % this.#most];
      if (entry) told.push(entry.brief(this.#shared.secretsOf, this.#secrets));
    }
    return told;
  }

  find(fits: (exchange: ShownExchange) => boolean, after: number): readonly ShownExchange[] {
    const found: ShownExchange[] = [];
    for (let number = Math.max(this.#oldest, after + 1); number < this.#next; number += 1) {
      const told = this.#show(this.#entries[number % this.#most]);
      if (told && fits(told)) found.push(told);
    }
    return found;
  }

  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      if (signal.aborted || this.#isClosed) return resolve();
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  page({ limit, after, before = this.#next, fits = () => true }: Wanted): Page {
    const first = Math.max(this.#oldest, (after ?? 0) + 1);
    const last = Math.min(this.#next, before) - 1;
    const isForward = after !== undefined;
    const exchanges: ShownExchange[] = [];
    let length = 0;
    let at = isForward ? first : last;
    for (; at >= first && at <= last && exchanges.length < limit; at += isForward ? 1 : -1) {
      const told = this.#show(this.#entries[at % this.#most]);
      if (!told) break;
      if (!fits(told)) continue;
      length += JSON.stringify(told).length;
      if (length > PAGE) break;
      exchanges.push(told);
    }
    if (!isForward) exchanges.reverse();
    // What was looked at, from one number to the other.
    const [from, to] = isForward ? [first, at - 1] : [at + 1, last];
    return { exchanges, hasEarlier: from > this.#oldest, hasLater: to + 1 < this.#next };
  }

  clear(): Promise<void> {
    this.clearTo(this.newest);
    return Promise.resolve();
  }

  clearTo(number: number): void {
    this.#clearedTo = Math.max(this.#clearedTo, number);
    if (number >= this.#next) this.#skipTo(number + 1);
    while (this.#oldest <= number) this.dropOldest();
  }

  settled(): Promise<void> {
    return Promise.resolve();
  }

  follow(): () => void {
    return () => undefined;
  }

  close(): void {
    this.clearTo(this.newest);
    this.#isClosed = true;
    for (const wake of [...this.#waiting]) wake();
  }

  dropOldest(): void {
    const entry = this.#entries[this.#oldest % this.#most];
    const bytes = entry?.bytes ?? 0;
    entry?.clear();
    this.#oldest += 1;
    this.#resize(-bytes);
  }

  /** It may be of another size when its secrets are gone. */
  #show(entry: JournalEntry | undefined): ShownExchange | undefined {
    const before = entry?.bytes ?? 0;
    const told = entry?.show(this.#shared.secretsOf, this.#secrets);
    if (entry && entry.bytes !== before) this.#resize(entry.bytes - before);
    return told;
  }

  #resize(by: number): void {
    const before = this.bytes;
    this.bytes += by;
    this.#shared.resized(this, before);
  }
}
