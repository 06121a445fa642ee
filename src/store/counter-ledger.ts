// Shared counters of coverage, which several processes increment.

import type { WriteId } from './write-id.ts';

/** The counters of one name in a ledger. */
export interface CounterAccount {
  /** Not empty, up to 200 characters, with no control characters. */
  readonly name: string;
  /** The number of all events. */
  readonly total: number;
  /** How often by kinds of it, by their names: no control characters in these either. */
  readonly counts: Readonly<Record<string, number>>;
  /** The maximum number of kinds; later ones are only in the total. */
  readonly most: number;
  /** The points seen: a digit for each point, 1 if it was seen. */
  readonly marks: string;
  /** Identifies the meaning of the marks. Equal meanings are merged; a different one replaces the stored marks. */
  readonly meaning: string;
}

/** The additions of one process to a ledger. */
export interface LedgerPosting {
  /**
   * The name of the ledger, created by the first addition; up to 200 characters. The ledger with the empty name is the
   * rest.
   */
  readonly ledger: string;
  /** How often the ledger had been cleared, as far as its writer knew. Older counts are not added. */
  readonly cleared: number;
  /** Counts are increments, marks are everything that the writer has seen. Names are unique. */
  readonly accounts: readonly CounterAccount[];
}

/** All ledgers of a place. Everything rejects when it cannot be done now. */
export interface Ledgers {
  /**
   * Adds everything or nothing. Additions with a known number are ignored.
   *
   * @param postings - for one ledger each
   * @returns the ledgers that were added to
   */
  add(postings: readonly LedgerPosting[], by: WriteId): Promise<ReadonlySet<string>>;
  /** How often ledgers were cleared; unknown ones are omitted. */
  cleared(ledgers: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Reads ledgers at one moment.
   *
   * @param ledgers - undefined for all, including ended ones
   * @param take - receives them in pieces, the next one when it is done
   */
  read(
    ledgers: readonly string[] | undefined,
    take: (accounts: readonly CounterAccount[]) => Promise<void>,
  ): Promise<void>;
  /**
   * Clears ledgers, and counts that.
   *
   * @param ledgers - by name, how often they had been cleared as far as known
   * @param all - whether to clear all other ledgers as well
   * @returns how often each was cleared by now
   */
  clear(ledgers: ReadonlyMap<string, number>, all: boolean): Promise<ReadonlyMap<string, number>>;
  /**
   * Moves ledgers into the rest.
   *
   * @param gone - these
   * @param there - and all except these without an addition for an hour: a delayed process may have added to an ended
   * one
   */
  end(gone: readonly string[], there: readonly string[]): Promise<void>;
}

/** The name of the rest. */
export const REST_LEDGER = '';
