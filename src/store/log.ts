// The port of a store: the versioned log of changes that it is kept in, alone or with the stores of other processes.

import type { Change } from './change.ts';
import type { Ledgers } from './ledger.ts';
import type { Identified, RecordLists } from './record.ts';
import type { TapeLimits, Tapes } from './tape.ts';

/** How a change came about, for people who look back. */
export interface Origin {
  /** By the clock of whoever changed something. */
  readonly at: Date;
  /** What was done: the id of an operation. */
  readonly operation: string;
  /** Who did it; undefined when nobody had to say so. */
  readonly caller?: string | undefined;
}

/** What is kept of one step of a store. All of it can be written as JSON, but for the date of the origin. */
export interface Entry {
  /** What was and what is, record by record. Records are to be given back as they were written: with their members in the same order, whatever the texts in them. */
  readonly change: Change;
  /** Undefined when whoever made it has not said. */
  readonly origin: Origin | undefined;
  /** How many of the newest changes that are known it takes back, instead of being one that is known. Default: it is one. */
  readonly takesBack?: number;
  /** Whether it leads to a state as a whole that was there before, or stands in the fixtures. Default false. */
  readonly restores?: boolean;
}

/** An entry on its way into the log. */
export interface Step extends Entry {
  /** What it leads to: for a log that writes all records at times, or needs to know what stands beside one. */
  readonly after: Whole;
}

/** All records of a store at one version. What is not asked for is not made. It stays as it is for as long as somebody has it. */
export interface Whole {
  /** In the order of their collections. */
  records(): RecordLists;
  /** Where each of them stands in its collection, ascending: numbers that edits speak of, not always without gaps, nor always whole. */
  places(): Places;
  /** The record that comes next after a place. */
  next(collection: string, place: number): Identified | undefined;
}

/** The places of the records of each collection, in the order of the records. */
export type Places = Readonly<Record<string, readonly number[]>>;

/** All records, as a log gives them back. */
export interface KeptRecords {
  readonly records: RecordLists;
  /** Those that `Whole.places` gave, with what entries have done since. Default: 0, 1, 2 and so on, which only does where nobody else writes. */
  readonly places?: Places;
}

/** What a log holds when it is opened. */
export interface PersistedState {
  /** Undefined when nothing was ever kept. */
  readonly whole: KeptRecords | undefined;
  /** -1 before anything was kept, 0 with the first records; each entry, and each replacement of everything, is one more. */
  readonly version: number;
  /** The newest entries, which lead to this version without a gap, the oldest first: at least `REMEMBERED`, if there were so many since the last replacement. Those that only one process can write may be left out. */
  readonly entries: readonly Entry[];
}

/** What others have kept: entries that follow on what the store was told last, or, where those are gone or everything was replaced, all there is. */
export interface Newer {
  readonly version: number;
  /**
   * Those that lead to this version without a gap, the oldest first. They may begin with some that the store knows; and there may be some of its own among them, when it was not told in
   * time that they were kept. With `replaced`: as `PersistedState.entries`.
   */
  readonly entries: readonly Entry[];
  readonly replaced?: KeptRecords;
  /**
   * Whether the log has come back with less than it had acknowledged, or with something else, as a database that was restored from a backup: then `replaced` takes the place of all that
   * was known, also where its version is no newer one. Default false.
   */
  readonly isSetBack?: boolean;
}

/** What came of keeping something: the version that it led to, or what somebody else was first with. */
export type Outcome = { readonly version: number } | { readonly newer: Newer };

/** How many of the newest entries of a log can be taken back. */
export const REMEMBERED = 1000;

/**
 * Where one store is kept. Everything rejects with PersistenceError when it cannot be done now, and with GoneError when somebody took the log away. The store has one `append` or
 * `replace` under way at a time, and asks for anything else only between `open` and `close`.
 */
export interface Log {
  /** Whether it keeps nothing at all: nobody else ever writes, and nothing outlives it. Default false. */
  readonly isNowhere?: boolean;
  /**
   * What is kept there.
   *
   * @param fresh - whether all of it is going to be replaced: then only its version is needed, and nothing else need be read. Default false
   * @throws Problems if what is there cannot be used
   */
  open(fresh?: boolean): Promise<PersistedState>;
  /** Keeps all of these steps or none, if the log is at this version. Resolves only when they are safe. */
  append(steps: readonly Step[], onTopOf: number): Promise<Outcome>;
  /** Keeps these records in the place of all there are, if the log is at this version: what was known before can no more be taken back. Resolves only when they are safe. */
  replace(whole: Whole, onTopOf: number): Promise<Outcome>;
  /** Calls `listener` with what others keep, in order; may do so at any time, also while something is appended. What it throws is for those who wait for `newest`. Gives what ends that. Absent where nobody else writes. */
  subscribe?(listener: (newer: Newer) => void): () => void;
  /** A read barrier: resolves once the listener was told of everything that anybody had been acknowledged before this call. Absent where nobody else writes. */
  newest?(): Promise<void>;
  /** Why changes are rejected at the moment, a clause; undefined if they are not. Absent where nothing is known of that. */
  problem?(): string | undefined;
  /** Lets go of the place. */
  close(): Promise<void>;
}

/** What is wrong with a record of a collection, in words that follow on its name; undefined when nothing is. */
export type ProblemOf = (collection: string, record: Identified) => string | undefined;

/** A place for many logs, each under the name of its stream: where a stand-in keeps all that it is to share with others. */
export interface LogPlace {
  /** What it is called among people: nothing in it is a secret. */
  readonly where: string;
  /**
   * The log of a stream, which is made by what is first kept in it.
   *
   * @param stream - such as `main/identity`: a sandbox and an api
   * @param isLasting - whether nobody ever takes it away: what is under its name is always the same one. Default false
   * @param problemOf - by which a place that others can write to refuses what is no record of the stream, as it does what it has not written itself. Default: nothing is refused
   */
  log(stream: string, isLasting?: boolean, problemOf?: ProblemOf): Log;
  /**
   * Takes a stream away, for everybody; nothing happens when there is none. A stream that gets the same name later is another one: the old log does not write into it.
   *
   * @param id - as `ids` told it: what has its name by now stays if it is another one. Default: it is taken away, whichever it is
   */
  remove(stream: string, id?: string): Promise<void>;
  /** By what each of some streams is told from those that had its name before, or will have it; of those only that are there. Absent where no other process makes any. */
  ids?(streams: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** By what others know this process: the name of its machine, its number there, and what nobody else has, with spaces between. Default: something random. */
  readonly me?: string;
  /** Those of some processes that have the place open, so that who was killed is not among them. Absent where that cannot be told. */
  living?(processes: readonly string[]): Promise<readonly string[]>;
  /** Calls `told` when this process is among the living again, after others could have taken it for gone. Absent where that does not happen. */
  onPresent?(told: () => void): void;
  /** Calls `told` with a sentence, for people, whenever a log is told that it `isSetBack`. Absent where that cannot be. */
  onLost?(told: (sentence: string) => void): void;
  /** Where recorded exchanges are shared. Absent where each process has its own only. */
  tapes?(limits: TapeLimits): Tapes;
  /** Where it is added up what requests have exercised. Absent where each process counts its own only. */
  ledgers?(): Ledgers;
  /** Lets go of the place, once its logs are closed. */
  close(): Promise<void>;
}

/** Something could not be kept, or it cannot be told what others have kept. It may be tried again. */
export class PersistenceError extends Error {
  /** After how many seconds it may be tried again; undefined when nobody can say. */
  readonly retryAfter: number | undefined;

  /** @param what - came of it. Default: that nothing was changed */
  constructor(
    cause: Error,
    what = 'the change could not be kept, so nothing was changed',
    { retryAfter }: { readonly retryAfter?: number } = {},
  ) {
    // What comes after the comma is the system call and a path, which clients are not to learn.
    const [reason] = cause.message.split(', ', 1);
    super(`${what}: ${reason}`, { cause });
    this.name = 'PersistenceError';
    this.retryAfter = retryAfter;
  }
}

/** The log was taken away while a store stood on it. */
export class GoneError extends Error {
  constructor(stream: string) {
    super(`${stream} was taken away by somebody else`);
    this.name = 'GoneError';
  }
}

/** Others were first each time, so nothing was changed. */
export class ConflictError extends Error {
  constructor(tries: number) {
    super(`others changed something each of ${tries} times before this change could be kept, so nothing was changed`);
    this.name = 'ConflictError';
  }
}
