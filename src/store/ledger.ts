// Ledgers: counts and marks that many processes add up, where stand-ins share what their requests have exercised.

import type { PostingNumber } from './posting.ts';

/** What stands in a ledger under one name. */
export interface Account {
  /** Not empty, up to 200 characters, with no control characters. */
  readonly name: string;
  /** How often something came. */
  readonly total: number;
  /** How often by kinds of it, by their names: no control characters in these either. */
  readonly counts: Readonly<Record<string, number>>;
  /** How many kinds are counted at most: of those that come later, only the total tells. */
  readonly most: number;
  /** What was seen: a digit for each thing there is, 1 where it was. */
  readonly marks: string;
  /** Stands for what the marks mean. Those that mean the same are put together, and others take the place of what is there. */
  readonly meaning: string;
}

/** What one process adds to a ledger. */
export interface Posting {
  /** The name of the ledger, which is made by what is first added to it; up to 200 characters. The ledger with the empty name is the rest. */
  readonly ledger: string;
  /** How often the ledger had been cleared, as far as its writer knew. What was counted before it was cleared again is not added. */
  readonly cleared: number;
  /** Counts are what is new, marks all that the writer has seen. No two have one name. */
  readonly accounts: readonly Account[];
}

/** All ledgers of a place. Everything rejects when it cannot be done now. */
export interface Ledgers {
  /**
   * Adds all of it, or nothing. What has the number of something that was added before is not added again.
   *
   * @param postings - for one ledger each
   * @returns the ledgers that were added to
   */
  add(postings: readonly Posting[], by: PostingNumber): Promise<ReadonlySet<string>>;
  /** How often some ledgers were cleared; those that there are not are left out. */
  cleared(ledgers: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Reads what stands in ledgers, as it is at one moment.
   *
   * @param ledgers - undefined for all there are, those too that ended
   * @param take - is given it piece by piece, and the next one when it is done
   */
  read(ledgers: readonly string[] | undefined, take: (accounts: readonly Account[]) => Promise<void>): Promise<void>;
  /**
   * Takes away all that stands in some ledgers, and counts that.
   *
   * @param ledgers - by their names how often they had been cleared, as far as is known
   * @param all - whether all others there are, are cleared as well
   * @returns how often each was cleared by now
   */
  clear(ledgers: ReadonlyMap<string, number>, all: boolean): Promise<ReadonlyMap<string, number>>;
  /**
   * Adds what stands in ledgers to the rest.
   *
   * @param gone - these
   * @param there - and all but these which nobody has added to for an hour: a process that was held up may have added to one that ended
   */
  end(gone: readonly string[], there: readonly string[]): Promise<void>;
}

/** The name of the rest. */
export const REST = '';
