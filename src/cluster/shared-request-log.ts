// Request log of a sandbox at one replica, backed by the shared log.

import { createHash } from 'node:crypto';
import type {
  ExchangeRecord,
  ExchangeSummary,
  RecordedExchange,
} from '../server/pipeline/request-log/recorded-exchange.ts';
import type {
  ExchangePage,
  ExchangeQuery,
  NumberedRequestLog,
  RequestLog,
} from '../server/pipeline/request-log/request-log.ts';
import type { RequestLogEnd, SharedRequestLogs } from '../store/shared-request-log.ts';
import { type StoreError, storageUnavailable } from '../store/store-error.ts';
import { parseExchange } from './serialized-exchange.ts';

/** Transport between local and shared request logs, one for all logs of a replica. */
interface RequestLogTransport {
  readonly logs: SharedRequestLogs;
  /** Reports new exchanges of a log. */
  recorded(requestLog: SharedRequestLog): void;
  /** Resolves once all that was recorded before is in the shared logs. */
  flush(): Promise<void>;
  /** Subscribes a log to exchanges of other replicas. Returns the function that ends it. */
  follow(requestLog: SharedRequestLog): () => void;
  /** Whether missing parts of other replicas are omitted instead of an error. */
  readonly isLocal: boolean;
}

/** The exchanges to be published. */
interface OutgoingExchanges {
  readonly exchanges: readonly RecordedExchange[];
  /** The number of exchanges before them that were dropped, because the storage was unavailable. */
  readonly lost: number;
}

export class SharedRequestLog implements RequestLog {
  /** The shared log, as far as it was read. */
  readonly #ring: NumberedRequestLog;
  /** Local exchanges that are not published yet. */
  readonly #outbox: NumberedRequestLog;
  readonly #transport: RequestLogTransport;
  #logName: string | undefined;
  #cleared = 0;
  #reading: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(ring: NumberedRequestLog, outbox: NumberedRequestLog, transport: RequestLogTransport) {
    this.#ring = ring;
    this.#outbox = outbox;
    this.#transport = transport;
  }

  /** Where it is shared; undefined before that is known. */
  get logName(): string | undefined {
    return this.#logName;
  }

  /** How often it was cleared, by whomever. */
  get cleared(): number {
    return this.#cleared;
  }

  /** Sets the shared log. */
  identify(logName: string): void {
    if (this.#logName !== undefined) return;
    this.#logName = logName;
    this.#transport.recorded(this);
  }

  /** Sets the number of clears, and drops earlier exchanges. */
  wasCleared(times: number): void {
    if (times <= this.#cleared) return;
    this.#cleared = times;
    this.#outbox.clearTo(this.#outbox.newest);
  }

  /** Returns unpublished exchanges, the oldest first, up to a limit. */
  outgoing(limit: number): OutgoingExchanges {
    const lost = this.#outbox.oldest - 1 - this.#outbox.clearedTo;
    const { exchanges } = this.#outbox.page({ after: this.#outbox.clearedTo, limit });
    this.#outbox.clearTo(exchanges.at(-1)?.number ?? this.#outbox.newest);
    return { exchanges, lost };
  }

  /** How many are unpublished. */
  get waiting(): number {
    return this.#outbox.newest - this.#outbox.clearedTo;
  }

  /** Reads new entries of the shared log. Concurrent calls share the next read. */
  read(): Promise<void> {
    this.#next ??= this.#reading.then(() => {
      this.#next = undefined;
      const reading = this.#read();
      this.#reading = reading.catch(() => undefined);
      return reading;
    });
    return this.#next;
  }

  async #read(): Promise<void> {
    if (this.#logName === undefined) return;
    const end = (await this.#transport.logs.ends([this.#logName])).get(this.#logName);
    if (end) await this.#catchUp(this.#logName, end);
  }

  async #catchUp(logName: string, { newest, cleared, clearedTo }: RequestLogEnd): Promise<void> {
    this.wasCleared(cleared);
    if (clearedTo > this.#ring.clearedTo) this.#ring.clearTo(clearedTo);
    while (this.#ring.newest < newest && !this.isClosed) {
      const some = await this.#transport.logs.after(logName, this.#ring.newest);
      if (some.length === 0) return;
      for (const one of some) this.#ring.recordNumbered(parseExchange(one));
    }
  }

  /** Whether the shared log has unread entries. */
  isBehind({ newest, clearedTo }: RequestLogEnd): boolean {
    return newest > this.newest || clearedTo > this.clearedTo;
  }

  record(exchange: ExchangeRecord): void {
    const { credential, caller } = exchange;
    if (credential !== undefined && credential !== caller) this.#ring.addSecret(credential);
    this.#outbox.record(exchange);
    this.#transport.recorded(this);
  }

  addSecret(token: string): void {
    this.#ring.addSecret(token);
    this.#outbox.addSecret(token);
  }

  redact(text: string): string {
    return this.#outbox.redact(text);
  }

  page(wanted: ExchangeQuery): ExchangePage {
    return this.#ring.page(wanted);
  }

  find(fits: (exchange: RecordedExchange) => boolean, after: number): readonly RecordedExchange[] {
    return this.#ring.find(fits, after);
  }

  summaries(after: number, limit: number): readonly ExchangeSummary[] {
    return this.#ring.summaries(after, limit);
  }

  async waitForNext(signal: AbortSignal): Promise<void> {
    const end = this.subscribe();
    await this.#ring.waitForNext(signal);
    end();
  }

  async settled(): Promise<void> {
    try {
      await this.#transport.flush();
      await this.read();
    } catch (error) {
      if (!this.#transport.isLocal) throw unpublished(error);
    }
  }

  subscribe(): () => void {
    return this.#transport.follow(this);
  }

  get newest(): number {
    return this.#ring.newest;
  }

  get oldest(): number {
    return this.#ring.oldest;
  }

  get clearedTo(): number {
    return this.#ring.clearedTo;
  }

  get key(): string {
    return this.#logName === undefined ? this.#ring.key : keyOf(this.#logName);
  }

  get isClosed(): boolean {
    return this.#ring.isClosed;
  }

  async clear(): Promise<void> {
    this.wasCleared(this.#cleared + 1);
    if (this.#logName === undefined) return;
    try {
      await this.#transport.logs.clear(this.#logName, this.#cleared);
      await this.read();
    } catch (error) {
      throw unpublished(error);
    }
  }

  close(): void {
    this.#ring.close();
    this.#outbox.close();
  }
}

function unpublished(error: unknown): StoreError {
  return storageUnavailable(error as Error, 'cannot read the requests that other replicas recorded', {
    retryAfter: 1,
  });
}

function keyOf(logName: string): string {
  return createHash('sha256').update(logName).digest('hex').slice(0, 12);
}
