// The interface of request logs, for writers and readers.

import type { BriefExchange, ExchangeRecord, ShownExchange } from './recorded-exchange.ts';

/** Which exchanges are wanted. */
export interface Wanted {
  /** How many at most. */
  readonly limit: number;
  /** Only those with a greater number, starting with the oldest. Default: the newest. */
  readonly after?: number | undefined;
  /** Only those with a smaller number. */
  readonly before?: number | undefined;
  /** Filter. Default: all. */
  readonly fits?: ((exchange: ShownExchange) => boolean) | undefined;
}

/** Some of the exchanges, oldest first. */
export interface Page {
  readonly exchanges: readonly ShownExchange[];
  /** Whether there are earlier and later ones. */
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
}

export interface Journal {
  record(exchange: ExchangeRecord): void;
  /** Redacts a token everywhere. The token is not stored. */
  leaveOut(token: string): void;
  /** A text without them. */
  withoutTokens(text: string): string;
  /** At most `limit`, and at most the text of a page. */
  page(query: Wanted): Page;
  /** All matching ones, oldest first. @param after - only those with a greater number */
  find(matches: (exchange: ShownExchange) => boolean, after: number): readonly ShownExchange[];
  /** The oldest ones with a greater number, no more than `limit`, each for a line of a list. */
  briefly(after: number, limit: number): readonly BriefExchange[];
  /** Ends when another exchange was recorded, and when the signal is aborted. */
  next(signal: AbortSignal): Promise<void>;
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
  follow(): () => void;
  /** Twelve hexadecimal digits that identify it for readers; equal for copies of the same log. */
  readonly key: string;
}

/** A request log with external numbers. */
export interface Ring extends Journal {
  /** Stores an exchange under its number: the next one, or a later one, which drops all before. */
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

/** Maximum number of exchanges. */
export const MOST_EXCHANGES = 1000;
