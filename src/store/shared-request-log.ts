// Shared request logs: bounded lists of texts that several processes write.

import type { WriteId } from './write-id.ts';

/** The addition of one process to a log. */
export interface LogBatch {
  /** The name of the log, created by the first addition. */
  readonly log: string;
  /** How often the log had been cleared, as far as its writer knew. Older texts are not added. */
  readonly cleared: number;
  /**
   * The newest number that its writer knows. Numbers continue after it, also if the storage lost the text of that
   * number.
   */
  readonly behind: number;
  /** As JSON, in their order. */
  readonly texts: readonly string[];
}

/** The state of a log at a moment. */
export interface RequestLogEnd {
  /** The number of the newest text; 0 for an empty log. */
  readonly newest: number;
  /** All up to this number were cleared away; 0 when none were. */
  readonly clearedTo: number;
  /** How often it was cleared. */
  readonly cleared: number;
}

/** A text with its number. */
export interface LoggedText {
  readonly number: number;
  readonly text: string;
}

/** All request logs of a storage. Every method rejects while it is unavailable. */
export interface SharedRequestLogs {
  /**
   * Appends texts, numbered from 1 in the order of their addition by any process, so a reader never misses an earlier
   * one. The oldest texts are removed above the limit. Additions with a known number are ignored.
   *
   * @returns the logs that were added to
   */
  add(recordings: readonly LogBatch[], by: WriteId): Promise<ReadonlySet<string>>;
  /** The ends of logs by name; unknown ones are omitted. */
  ends(logs: readonly string[]): Promise<ReadonlyMap<string, RequestLogEnd>>;
  /** The oldest texts with a greater number, in batches; none if there are no newer ones. */
  after(log: string, number: number): Promise<readonly LoggedText[]>;
  /** Clears a log. @param cleared - the resulting number of clears */
  clear(log: string, cleared: number): Promise<void>;
  /** Removes logs. */
  remove(logs: readonly string[]): Promise<void>;
  /** Removes all other logs without an addition for an hour: a delayed process may have added to a removed one. */
  keepOnly(logs: readonly string[]): Promise<void>;
}

/** Limits of request logs. */
export interface RequestLogLimits {
  /** Texts of a log. */
  readonly texts: number;
  /** Maximum size of all logs together, in bytes: above it, the oldest texts of the largest log are removed. */
  readonly bytes: number;
}
