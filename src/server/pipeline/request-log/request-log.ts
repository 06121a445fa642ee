// The interface of request logs, for writers and readers.

import type { ExchangeRecord, ExchangeSummary, RecordedExchange } from './recorded-exchange.ts';

/** Which exchanges are wanted. */
export interface ExchangeQuery {
  /** How many at most. */
  readonly limit: number;
  /** Only those with a greater number, starting with the oldest. Default: the newest. */
  readonly after?: number | undefined;
  /** Only those with a smaller number. */
  readonly before?: number | undefined;
  /** Filter. Default: all. */
  readonly matches?: ((exchange: RecordedExchange) => boolean) | undefined;
}

/** Some of the exchanges, oldest first. */
export interface ExchangePage {
  readonly exchanges: readonly RecordedExchange[];
  /** Whether there are earlier and later ones. */
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
}

export interface RequestLog {
  record(exchange: ExchangeRecord): void;
  /** Redacts a token everywhere. The token is not stored. */
  addSecret(token: string): void;
  /** A text without them. */
  redact(text: string): string;
  /** At most `limit`, and at most the text of a page. */
  page(query: ExchangeQuery): ExchangePage;
  /** All matching ones, oldest first. @param after - only those with a greater number */
  find(matches: (exchange: RecordedExchange) => boolean, after: number): readonly RecordedExchange[];
  /** The oldest ones with a greater number, no more than `limit`, each for a line of a list. */
  summaries(after: number, limit: number): readonly ExchangeSummary[];
  /** Ends when another exchange was recorded, and when the signal is aborted. */
  waitForNext(signal: AbortSignal): Promise<void>;
  /** The number of the newest one; 0 when there never was any. */
  readonly newest: number;
  /** The number of the oldest stored one; without any, of the next one. */
  readonly oldest: number;
  /** The number of the newest cleared one; 0 if none was. */
  readonly clearedTo: number;
  clear(): Promise<void>;
  /** Clears it, and stops recording. */
  close(): void;
  /** Whether it was closed. */
  readonly isClosed: boolean;
  /** Resolves when it has all local exchanges, and those that other processes have published by now. */
  settled(): Promise<void>;
  /** Subscribes to exchanges of other processes. Returns the function that ends it. */
  subscribe(): () => void;
  /** Twelve hexadecimal digits that identify it for readers; equal for copies of the same log. */
  readonly key: string;
}

/** A request log with external numbers. */
export interface NumberedRequestLog extends RequestLog {
  /** Stores an exchange under its number: the next one, or a later one, which drops all before. */
  recordNumbered(exchange: RecordedExchange): void;
  /** Has forgotten all up to a number. */
  clearTo(number: number): void;
}

/** Journals that share their memory. */
export interface RequestLogs {
  /** @param name - of the sandbox */
  create(name: string): RequestLog;
}

/** Journals of which each belongs to this process alone. */
export interface NumberedRequestLogs extends RequestLogs {
  create(name?: string): NumberedRequestLog;
}

/** Maximum number of exchanges. */
export const MAX_EXCHANGES = 1000;
