// The journal of a sandbox, for those who record exchanges and those who read them: its port.

import type { BriefExchange, ExchangeRecord, ShownExchange } from './recorded-exchange.ts';

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
