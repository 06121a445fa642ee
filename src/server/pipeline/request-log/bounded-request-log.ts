// The request log of a sandbox in memory, limited in number and total size.

import { randomBytes } from 'node:crypto';
import { KnownSecrets } from '../security/known-secrets.ts';
import type { ExchangeRecord, ExchangeSummary, RecordedExchange, SecretNamesOf } from './recorded-exchange.ts';
import type { ExchangePage, ExchangeQuery, NumberedRequestLog } from './request-log.ts';
import { RequestLogEntry } from './request-log-entry.ts';

/**
 * Maximum characters of a page: more than the longest exchange. Readers request further pages, so that none is large.
 */
const PAGE = 1024 * 1024;

/** The shared parts of request logs. */
interface SharedLogMemory {
  readonly resized: (log: BoundedRequestLog, before: number) => void;
  readonly evict: () => void;
  readonly secretsOf: SecretNamesOf;
}

/** Numbers follow one another, so an exchange is found by its number. */
export class BoundedRequestLog implements NumberedRequestLog {
  readonly #maxEntries: number;
  readonly #shared: SharedLogMemory;
  readonly #entries: RequestLogEntry[] = [];
  #oldest = 1;
  #next = 1;
  #clearedTo = 0;
  #isClosed = false;
  readonly #waiters = new Set<() => void>();
  readonly #secrets = new KnownSecrets();
  #key: string | undefined;
  bytes = 0;

  constructor(maxEntries: number, shared: SharedLogMemory) {
    this.#maxEntries = maxEntries;
    this.#shared = shared;
  }

  record(exchange: ExchangeRecord): void {
    if (this.#isClosed) return;
    const { credential, caller } = exchange;
    // A credential equal to the caller's name is not secret.
    if (credential !== undefined && credential !== caller) this.#secrets.add(credential);
    this.#store((entry, number) => entry.write(exchange, number));
  }

  recordNumbered(exchange: RecordedExchange): void {
    if (this.#isClosed || exchange.number < this.#next) return;
    if (exchange.number > this.#next) this.#skipTo(exchange.number);
    this.#store((entry) => entry.writeShown(exchange));
  }

  /** Adds an entry. */
  #store(keep: (entry: RequestLogEntry, number: number) => void): void {
    const number = this.#next;
    this.#next += 1;
    const at = number % this.#maxEntries;
    const entry = this.#entries[at] ?? new RequestLogEntry();
    this.#entries[at] = entry;
    // A full log replaces its oldest entry.
    const isFull = number - this.#oldest >= this.#maxEntries;
    const before = isFull ? entry.bytes : 0;
    if (isFull) this.#oldest += 1;
    keep(entry, number);
    this.#resize(entry.bytes - before);
    this.#shared.evict();
    if (this.#waiters.size > 0) for (const wake of [...this.#waiters]) wake();
  }

  /** Sets the next number; earlier entries are dropped. */
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

  addSecret(token: string): void {
    this.#secrets.add(token);
  }

  redact(text: string): string {
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

  summaries(after: number, limit: number): readonly ExchangeSummary[] {
    const shown: ExchangeSummary[] = [];
    for (let at = Math.max(this.#oldest, after + 1); at < this.#next && shown.length < limit; at += 1) {
      const entry = this.#entries[at % this.#maxEntries];
      if (entry) shown.push(entry.summarize(this.#shared.secretsOf, this.#secrets));
    }
    return shown;
  }

  find(matches: (exchange: RecordedExchange) => boolean, after: number): readonly RecordedExchange[] {
    const found: RecordedExchange[] = [];
    for (let number = Math.max(this.#oldest, after + 1); number < this.#next; number += 1) {
      const shown = this.#showEntry(this.#entries[number % this.#maxEntries]);
      if (shown && matches(shown)) found.push(shown);
    }
    return found;
  }

  waitForNext(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiters.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      if (signal.aborted || this.#isClosed) return resolve();
      this.#waiters.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  page({ limit, after, before = this.#next, matches = () => true }: ExchangeQuery): ExchangePage {
    const first = Math.max(this.#oldest, (after ?? 0) + 1);
    const last = Math.min(this.#next, before) - 1;
    const isForward = after !== undefined;
    const exchanges: RecordedExchange[] = [];
    let length = 0;
    let at = isForward ? first : last;
    for (; at >= first && at <= last && exchanges.length < limit; at += isForward ? 1 : -1) {
      const shown = this.#showEntry(this.#entries[at % this.#maxEntries]);
      if (!shown) break;
      if (!matches(shown)) continue;
      length += JSON.stringify(shown).length;
      if (length > PAGE) break;
      exchanges.push(shown);
    }
    if (!isForward) exchanges.reverse();
    // The range of inspected entries.
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

  subscribe(): () => void {
    return () => undefined;
  }

  close(): void {
    this.clearTo(this.newest);
    this.#isClosed = true;
    for (const wake of [...this.#waiters]) wake();
  }

  dropOldest(): void {
    const entry = this.#entries[this.#oldest % this.#maxEntries];
    const bytes = entry?.bytes ?? 0;
    entry?.clear();
    this.#oldest += 1;
    this.#resize(-bytes);
  }

  /** Its size may change by redaction. */
  #showEntry(entry: RequestLogEntry | undefined): RecordedExchange | undefined {
    const before = entry?.bytes ?? 0;
    const shown = entry?.show(this.#shared.secretsOf, this.#secrets);
    if (entry && entry.bytes !== before) this.#resize(entry.bytes - before);
    return shown;
  }

  #resize(change: number): void {
    const before = this.bytes;
    this.bytes += change;
    this.#shared.resized(this, before);
  }
}
