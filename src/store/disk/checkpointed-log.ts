// A checkpoint and the log beside it, as the log of a store.

import { dirname } from 'node:path';
import { UsageError } from '../../schema/usage-error.ts';
import type { Fixture } from '../fixture.ts';
import { replayChanges } from '../log/logged-change.ts';
import type { AppendOutcome, LogStep, OwnLog, PersistedState, WholeState } from '../log/store-log.ts';
import type { RecordLists } from '../record.ts';
import { isStoreError, storageUnavailable } from '../store-error.ts';
import type { Disk } from './disk.ts';
import type { FileLock, LockSettings } from './lock.ts';
import type { ChangeLog } from './log-file.ts';
import type { Checkpoint } from './lowdb.ts';
import type { StorageHealth } from './storage-health.ts';

/** The parts of a state on the disk, opened, and what to do with them. */
export interface CheckpointedLogParts {
  /** Of the checkpoint. */
  readonly path: string;
  readonly check: Fixture['check'];
  /** The advice about a file that cannot be used. */
  readonly advice: string;
  /** The size of the log in bytes from which it is folded. Undefined: the size of the checkpoint, at least 16 MiB. */
  readonly foldAt: number | undefined;
  /** The largest state in bytes that is folded soon after a change. */
  readonly promptSize: number;
  readonly checkpoint: Checkpoint;
  readonly log: ChangeLog;
  readonly health: StorageHealth;
  readonly disk: Disk;
  readonly lock: FileLock;
  readonly onNotice: (notice: string) => void;
  readonly wait: NonNullable<LockSettings['wait']>;
}

const LEAST_FOLD = 16 * 1024 * 1024;
/**
 * A larger state, in bytes, is not folded at the end, so that this takes seconds at most: the next start reads the
 * log.
 */
const LARGEST_AT_CLOSE = 64 * 1024 * 1024;
/** Milliseconds between looks for an idle moment, so that a small state is folded within twice this time. */
export const IDLE_INTERVAL = 450;
/** Seconds before a rejected change may be tried again: a full disk is seldom emptied at once. */
const RETRY_AFTER = 5;

/**
 * Changes go to the log. To fold it, all records are written to another file, which is flushed; the log notes the
 * checksum of that file; the file takes the place of the checkpoint; the log is removed. Wherever that ends, the
 * checksum of the checkpoint tells the next start which changes of the log are in it.
 */
export class CheckpointedLog implements OwnLog {
  readonly kind = 'own';
  readonly isPersistent = true;
  readonly #parts: CheckpointedLogParts;
  #current = { hash: '', size: 0 };
  /** The stored state, if a change was stored. */
  #stored: WholeState | undefined;
  /** Whether the checkpoint may contain a rejected state, which the next fold replaces. */
  #isAhead = false;
  /** The size of the log at a failed fold: it makes no sense to try again at once. */
  #unfoldable = 0;
  #isWriting = false;
  #isWatching = false;
  /** The fold in an idle moment; resolved if none is under way. */
  #idleFold: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor(parts: CheckpointedLogParts) {
    this.#parts = parts;
  }

  async open(fresh = false): Promise<PersistedState> {
    const records = fresh ? undefined : await this.#read();
    return { whole: records && { records }, version: records ? 0 : -1, entries: [] };
  }

  replace(whole: WholeState, onTopOf: number): Promise<AppendOutcome> {
    return this.#write(async () => {
      await this.#storing(this.#fold(whole.records()));
      this.#stored = whole;
      return { version: onTopOf + 1 };
    });
  }

  append(steps: readonly LogStep[], onTopOf: number): Promise<AppendOutcome> {
    return this.#write(async () => {
      await this.#foldWhenLong();
      const changing = steps.filter(({ change }) => change.length > 0);
      const last = changing.at(-1);
      if (last) await this.#storing(this.#add(changing, last.after));
      this.#stored = steps.at(-1)?.after;
      return { version: onTopOf + steps.length };
    });
  }

  problem(): string | undefined {
    return this.#parts.health.problem();
  }

  async close(): Promise<void> {
    const { health, log, lock, path, onNotice } = this.#parts;
    health.end();
    this.#closing.abort();
    await this.#idleFold;
    const leave = (error: Error) => {
      // A lost lock has been reported, and the files are the new owner's.
      if (isStoreError(error, 'lock-lost')) return;
      onNotice(`The log of ${path} could not be merged into it, and is read at the next start: ${error.message}`);
    };
    const isDue = this.#isAhead || (log.size > 0 && this.#current.size + log.size <= LARGEST_AT_CLOSE);
    if (this.#stored && isDue) await this.#fold(this.#stored.records()).catch(leave);
    await log.close().catch(leave);
    await lock.release();
  }

  /** @throws UsageError if the content cannot be used */
  async #read(): Promise<RecordLists | undefined> {
    const { checkpoint, log, path, check, advice } = this.#parts;
    const found = await checkpoint.read();
    const changes = log.read(found?.hash);
    if (!found) return undefined;
    this.#current = found;
    const records = log.size > 0 ? replayChanges(found.records, changes) : found.records;
    // Before the check, so that the file can be corrected by hand.
    if (log.size > 0)
      await this.#fold(records).catch(({ message }: Error) => {
        throw new UsageError(`The log of ${path} cannot be merged into it: ${message}`);
      });
    const problems = check(records);
    if (problems.length === 0) return records;
    throw new UsageError(`The state in ${path} cannot be used; ${advice}:`, problems);
  }

  async #fold(records: RecordLists): Promise<void> {
    const { checkpoint, log, disk, path, onNotice } = this.#parts;
    const written = await checkpoint.prepare(records);
    await log.noteFold(written.hash);
    this.#isAhead = true;
    await checkpoint.publish();
    this.#current = written;
    this.#unfoldable = 0;
    await disk.flushFolder(dirname(path));
    this.#isAhead = false;
    // A log that remains says itself that all of it is in the checkpoint.
    await log.remove().catch(({ message }: Error) => onNotice(`The log of ${path} could not be removed: ${message}`));
  }

  /** Adds changes to the log; or folds, if they are longer than a text can be. */
  async #add(steps: readonly LogStep[], after: WholeState): Promise<void> {
    if (this.#isAhead) return this.#fold(after.records());
    await this.#parts.log.append(steps, this.#current.hash).catch((error: Error) => {
      if (error instanceof RangeError) return this.#fold(after.records());
      throw error;
    });
  }

  async #foldWhenLong(): Promise<void> {
    const { log, foldAt, path, onNotice } = this.#parts;
    const limit = Math.max(foldAt ?? Math.max(this.#current.size, LEAST_FOLD), 2 * this.#unfoldable);
    if (!this.#stored || log.size <= limit) return;
    await this.#fold(this.#stored.records()).catch((error: Error) => {
      this.#unfoldable = log.size;
      onNotice(`The log of ${path} could not be merged into it, and continues to grow: ${error.message}`);
    });
  }

  /** Folds a small state when no change has come for a moment, because people read and commit the checkpoint. */
  async #foldWhenIdle(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    const { wait, log, promptSize } = this.#parts;
    const { signal } = this.#closing;
    let seen: WholeState | undefined;
    do {
      seen = this.#stored;
      await wait(IDLE_INTERVAL, signal);
    } while (!signal.aborted && (this.#isWriting || seen !== this.#stored));
    this.#isWatching = false;
    if (signal.aborted || !seen || log.size === 0 || this.#current.size + log.size > promptSize) return;
    // The next change, or the end of the store, fails in the same way and reports it.
    this.#idleFold = this.#fold(seen.records()).catch(() => undefined);
  }

  /** Runs one write after a fold that is under way. */
  async #write<T>(work: () => Promise<T>): Promise<T> {
    this.#isWriting = true;
    try {
      await this.#idleFold;
      return await work();
    } finally {
      this.#isWriting = false;
      void this.#foldWhenIdle();
    }
  }

  /** @throws StoreError `unavailable` if a write fails */
  async #storing(writing: Promise<void>): Promise<void> {
    const { health } = this.#parts;
    try {
      await writing;
    } catch (error) {
      health.failed(error as Error);
      // The new owner may have read the change from the log.
      if (isStoreError(error, 'lock-lost'))
        throw storageUnavailable(error, 'the server cannot determine whether the change is stored', {
          mayBeDone: true,
        });
      throw storageUnavailable(error as Error, undefined, { retryAfter: RETRY_AFTER });
    }
    health.succeeded();
  }
}
