// The port of a store: the versioned log of its changes.

import type { Ledgers } from '../counter-ledger.ts';
import type { Identified, RecordLists } from '../record.ts';
import type { RequestLogLimits, SharedRequestLogs } from '../shared-request-log.ts';
import type { StoreChange } from '../store-change.ts';

/** The origin of a change, for the history. */
export interface ChangeOrigin {
  /** By the clock of the sandbox. */
  readonly at: Date;
  /** The operationId. */
  readonly operation: string;
  /** The name of the caller; undefined if there was none. */
  readonly caller?: string | undefined;
}

/** One entry of a log. Everything but the date of the origin is JSON. */
export interface Entry {
  /**
   * The previous and new value of each record. Records must be returned exactly as written, with the same order of
   * properties.
   */
  readonly change: StoreChange;
  /** Undefined if unknown. */
  readonly origin: ChangeOrigin | undefined;
  /** The number of newest changes that it undoes. Default: none, it is a new change. */
  readonly takesBack?: number;
  /** Whether it restores an earlier state or the fixtures. Default false. */
  readonly restores?: boolean;
}

/** An entry to append. */
export interface LogStep extends Entry {
  /** The resulting state, for logs that write snapshots. */
  readonly after: WholeState;
}

/** All records of a store at one version, computed lazily. It never changes. */
export interface WholeState {
  /** By collection, in their order. */
  records(): RecordLists;
  /** The position of each record in its collection, ascending; may have gaps and fractions. */
  places(): Places;
  /** The record after a position. */
  next(collection: string, place: number): Identified | undefined;
}

/** The positions of the records of each collection, in the order of the records. */
export type Places = Readonly<Record<string, readonly number[]>>;

/** All records, as a log returns them. */
export interface StoredRecordLists {
  readonly records: RecordLists;
  /** The positions of `Whole.places`, updated by later entries. Default: 0, 1, 2 …, for logs with one writer. */
  readonly places?: Places;
}

/** The content of a log when it is opened. */
export interface PersistedState {
  /** Undefined if nothing was ever stored. */
  readonly whole: StoredRecordLists | undefined;
  /** -1 for an empty log, 0 with the first records; each entry and each replacement adds 1. */
  readonly version: number;
  /**
   * The newest entries up to this version, without a gap, oldest first: at least `REMEMBERED`, or all since the last
   * replacement. Logs with one writer may omit them.
   */
  readonly entries: readonly Entry[];
}

/** Changes of other processes: entries after the last known version, or the whole state if these are gone. */
export interface NewEntries {
  readonly version: number;
  /**
   * The entries up to this version, without a gap, oldest first. May include known ones and ones of this process. With
   * `replaced`: as in `PersistedState`.
   */
  readonly entries: readonly Entry[];
  readonly replaced?: StoredRecordLists;
  /**
   * Whether the log lost acknowledged entries, for example because a database was restored from a backup: `replaced`
   * then replaces everything, even if its version is older. Default false.
   */
  readonly isSetBack?: boolean;
}

/** The result of an append: the new version, or what another process has stored first. */
export type AppendOutcome = { readonly version: number } | { readonly newer: NewEntries };

/** The number of newest entries that can be undone. */
export const MAX_UNDO = 1000;

/**
 * The storage of one store. Rejects with `StoreError`: `unavailable`, or `removed` if another process removed it. The
 * store has one `append` or `replace` open at a time, and calls anything else only between `open` and `close`.
 */
export type StoreLog = OwnLog | SharedLog;

/** A log that only this process writes. */
export interface OwnLog extends LogMembers {
  readonly kind: 'own';
  /** Whether entries outlive the process. */
  readonly isPersistent: boolean;
  /** The reason why changes are rejected, a clause; undefined if they are not. */
  problem(): string | undefined;
}

/** A log that several processes write. */
export interface SharedLog extends LogMembers {
  readonly kind: 'shared';
  /**
   * Calls `listener` with changes of other processes, in order, at any time. Errors of `listener` are reported by
   * `newest`. Returns a function that unsubscribes.
   */
  subscribe(listener: (newer: NewEntries) => void): () => void;
  /** A read barrier: resolves when `listener` was called with everything that was acknowledged before this call. */
  newest(): Promise<void>;
}

/** The members of every log. */
export interface LogMembers {
  /**
   * Returns the stored state.
   *
   * @param fresh - whether it will be replaced, so that only the version is needed. Default false
   * @throws UsageError if the content cannot be used
   */
  open(fresh?: boolean): Promise<PersistedState>;
  /** Appends all of these steps or none, if the log is at this version. Resolves when they are safe. */
  append(steps: readonly LogStep[], onTopOf: number): Promise<AppendOutcome>;
  /**
   * Replaces all records, if the log is at this version; earlier changes cannot be undone. Resolves when that is safe.
   */
  replace(whole: WholeState, onTopOf: number): Promise<AppendOutcome>;
  /** Releases the log. */
  close(): Promise<void>;
}

/** Replaces members of a log that every log has. */
export function wrapLog(log: OwnLog, members: Partial<LogMembers>): OwnLog;
export function wrapLog(log: SharedLog, members: Partial<LogMembers>): SharedLog;
export function wrapLog(log: StoreLog, members: Partial<LogMembers>): StoreLog;
export function wrapLog(log: StoreLog, members: Partial<LogMembers>): StoreLog {
  const all: LogMembers = {
    open: (fresh) => log.open(fresh),
    append: (steps, onTopOf) => log.append(steps, onTopOf),
    replace: (whole, onTopOf) => log.replace(whole, onTopOf),
    close: () => log.close(),
    ...members,
  };
  return log.kind === 'own'
    ? { kind: 'own', isPersistent: log.isPersistent, problem: () => log.problem(), ...all }
    : { kind: 'shared', subscribe: (listener) => log.subscribe(listener), newest: () => log.newest(), ...all };
}

/** Returns the problem of a record, as words after its name; undefined for none. */
export type ProblemOf = (collection: string, record: Identified) => string | undefined;

/** Storage for many logs, each with a stream name. */
export type LogStorage = OwnStorage | SharedStorage;

/** Storage that only this process uses. */
export interface OwnStorage extends StorageMembers<OwnLog> {
  readonly kind: 'own';
}

/** Storage that several processes use at the same time. */
export interface SharedStorage extends StorageMembers<SharedLog> {
  readonly kind: 'shared';
  /** The id of this process for others: unique, or host name, process id and a unique part, separated by spaces. */
  readonly processId: string;
  /** Those of some processes that have the storage open, or may have it open. */
  living(processes: readonly string[]): Promise<readonly string[]>;
  /** Calls `listener` when this process is registered again after others could have considered it gone. */
  onPresent(listener: () => void): void;
  /** Calls `listener` with a sentence whenever a log `isSetBack`. */
  onLost(listener: (sentence: string) => void): void;
  /** The ids of existing streams, which distinguish them from earlier or later ones of the same name. */
  ids(streams: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The shared request logs. */
  requestLogs(limits: RequestLogLimits): SharedRequestLogs;
  /** The shared coverage counters. */
  ledgers(): Ledgers;
}

/** The members of every storage. */
export interface StorageMembers<L extends StoreLog> {
  /** A name for messages, without secrets. */
  readonly where: string;
  /**
   * Returns the log of a stream, which the first entry creates.
   *
   * @param stream - a sandbox and an API, such as `main/identity`
   * @param isLasting - whether it is never removed. Default false
   * @param problemOf - validates records that other programs may have written. Default: everything is valid
   */
  log(stream: string, isLasting?: boolean, problemOf?: ProblemOf): L;
  /**
   * Removes a stream for all processes, if it exists. A later stream of the same name is a new one; the old log does
   * not write to it.
   *
   * @param id - remove it only if it has this id of `SharedStorage.ids`. Default: in any case
   */
  remove(stream: string, id?: string): Promise<void>;
  /** Releases the storage, after its logs are closed. */
  close(): Promise<void>;
}
