// Tapes: bounded lists of texts that many processes write to, where stand-ins share what they have recorded.

import type { PostingNumber } from './posting.ts';

/** What one process adds to a tape. */
export interface Recording {
  /** The name of the tape, which is made by what is first added to it. */
  readonly tape: string;
  /** How often the tape had been cleared, as far as its writer knew. What was written before it was cleared again is not added. */
  readonly cleared: number;
  /** The newest number that its writer knows. Numbers go on behind it, also where the place came back without what had that number. */
  readonly behind: number;
  /** As JSON, in their order. */
  readonly texts: readonly string[];
}

/** How a tape is at a moment. */
export interface TapeEnd {
  /** The number of the newest text; 0 before there is one. */
  readonly newest: number;
  /** All up to this number were cleared away; 0 when none were. */
  readonly clearedTo: number;
  /** How often it was cleared. */
  readonly cleared: number;
}

/** A text with its number. */
export interface Taped {
  readonly number: number;
  readonly text: string;
}

/** All tapes of a place. Everything rejects when it cannot be done now. */
export interface Tapes {
  /**
   * Adds it behind what is there. Texts are numbered from 1 in the order in which they are added, by whomever, so that nobody who knows one has missed an
   * earlier one. The oldest of a tape go when it has more than it may. What has the number of something that was added before is not added again.
   *
   * @returns the tapes that were added to
   */
  add(recordings: readonly Recording[], by: PostingNumber): Promise<ReadonlySet<string>>;
  /** How some tapes are, by their names; those that there are not are left out. */
  ends(tapes: readonly string[]): Promise<ReadonlyMap<string, TapeEnd>>;
  /** The oldest texts with a greater number, not more than some at a time; none when there are no newer ones. */
  after(tape: string, number: number): Promise<readonly Taped[]>;
  /** Takes away all that is on a tape. @param cleared - how often it was by then */
  clear(tape: string, cleared: number): Promise<void>;
  /** Takes tapes away. */
  remove(tapes: readonly string[]): Promise<void>;
  /** Takes away all tapes but these which nobody has added to for an hour: a process that was held up may have added to one that was taken away. */
  keepOnly(tapes: readonly string[]): Promise<void>;
}

/** How much tapes hold. */
export interface TapeLimits {
  /** Texts of a tape. */
  readonly texts: number;
  /** Bytes of all tapes together: when there are more, the oldest texts of the largest tape go. */
  readonly bytes: number;
}
