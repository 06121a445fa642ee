// A store on the disk: a JSON file that people can read, a log of what was changed since, and a lock over both.

import { dirname } from 'node:path';
import { Problems } from '../../schema/problems.ts';
import type { Fixture } from '../fixture.ts';
import { type Durability, openChangeLog } from '../log/change-log.ts';
import { type Log, PersistenceError, type Step, type Whole } from '../log/log.ts';
import { replayed } from '../log/logged-change.ts';
import type { RecordLists } from '../record.ts';
import { type Disk, machineDisk, makeOwnFolder } from './disk.ts';
import { fencedDisk } from './fenced-disk.ts';
import { type FileLock, LockLostError, type LockSettings, lockFile, waitFor } from './lock.ts';
import { openCheckpoint } from './lowdb.ts';
import { watchStorage } from './storage-health.ts';

export interface DurableSettings {
  /** What is wrong with records that were read. */
  readonly check: Fixture['check'];
  /** What to do about a file that cannot be used. Default: how a stand-in goes on that has it. */
  readonly advice?: string;
  /** Default `group`: changes that come together share one flush, and are acknowledged after it. */
  readonly durability?: Durability;
  /** How large the log may become, in bytes, before it is folded. Default: as large as the JSON file, but at least 16 MiB. */
  readonly foldAt?: number;
  /** How many bytes the log is made longer by at a time. Default: 64 KiB. */
  readonly room?: number;
  /** Default: the machine's. */
  readonly disk?: Disk;
  /** Told what was mended, and what could not be done yet. Default: standard error. */
  readonly onNotice?: (notice: string) => void;
  /** Called once, with a sentence, when another process has taken over the state: nothing is stored here any more. Default: `onNotice`. */
  readonly onLost?: (reason: string) => void;
  /** How to wait between heartbeats of the lock, and for those of others. Default: real time. */
  readonly wait?: LockSettings['wait'];
}

/**
 * Opens a JSON file and the log beside it (`state.json` and `state.log`) as the log of a store, for this process alone.
 *
 * A change is kept when it stands in the log and the log was flushed. The log is folded into the JSON file when it has become long,
 * when it was left behind by a crash, and when the place is closed. After that it is gone, and the file may be edited.
 *
 * To fold, all records are written to another file, which is flushed; the log notes the checksum of that file; the file takes the place
 * of the old one; the log is removed. Wherever that ends, the checksum of the JSON file tells the next start what of the log is in it.
 *
 * @throws Error if another process has the file open
 * @throws Problems if there can be no such file
 * @throws Problems, while reading, if the file or the log is damaged, cannot be folded, or does not hold what `check` asks for
 */
export async function openDurable(path: string, settings: DurableSettings): Promise<Log> {
  const lock = await claim(path, settings);
  try {
    const disk = fencedDisk(settings.disk ?? machineDisk, lock);
    return await openClaimed(path, { ...settings, disk }, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const LEAST_FOLD = 16 * 1024 * 1024;
/** A larger state, in bytes, is not written when the store closes, so that this takes seconds at most: the log is read at the next start. */
const LARGEST_AT_CLOSE = 64 * 1024 * 1024;

async function openClaimed(
  path: string,
  {
    check,
    advice = 'fix it, or reset to the fixtures with --fresh',
    durability = 'group',
    foldAt,
    room,
    disk,
    onNotice = printNotice,
    wait = waitFor(false),
  }: DurableSettings & { readonly disk: Disk },
  lock: FileLock,
): Promise<Log> {
  const checkpoint = openCheckpoint(path, { disk, advice });
  const log = await openChangeLog(`${path.replace(/\.json$/, '')}.log`, {
    disk,
    durability,
    onNotice,
    ...(room !== undefined && { room }),
  });
  const health = watchStorage(path, { disk, onNotice, wait });
  let current = { hash: '', size: 0 };
  /** What has been kept, if anything was. */
  let kept: Whole | undefined;
  /** Whether the file may have a state that was rejected: then the next one takes its place. */
  let isAhead = false;
  /** How large the log was when it could not be folded; there is no use in trying again at once. */
  let unfoldable = 0;

  async function fold(records: RecordLists): Promise<void> {
    const written = await checkpoint.prepare(records);
    await log.noteFold(written.hash);
    isAhead = true;
    await checkpoint.publish();
    current = written;
    unfoldable = 0;
    await disk.flushFolder(dirname(path));
    isAhead = false;
    // A log that stays says itself that all of it is in the file.
    await log.remove().catch(({ message }: Error) => onNotice(`The log of ${path} could not be removed: ${message}`));
  }

  /** @throws PersistenceError if a write fails */
  async function stored(writing: Promise<void>): Promise<void> {
    await writing.catch((error: Error) => {
      health.failed(error);
      refuse(error);
    });
    health.succeeded();
  }

  /** Adds changes to the log; or writes the file anew, where they are longer than a text can be. */
  async function add(steps: readonly Step[], after: Whole): Promise<void> {
    if (isAhead) return fold(after.records());
    await log.append(steps, current.hash).catch((error: Error) => {
      if (error instanceof RangeError) return fold(after.records());
      throw error;
    });
  }

  function refuseToStart({ message }: Error): never {
    throw new Problems(`The log of ${path} cannot be merged into it: ${message}`, []);
  }

  async function foldWhenLong(): Promise<void> {
    const limit = Math.max(foldAt ?? Math.max(current.size, LEAST_FOLD), 2 * unfoldable);
    if (!kept || log.size <= limit) return;
    await fold(kept.records()).catch((error: Error) => {
      unfoldable = log.size;
      onNotice(`The log of ${path} could not be merged into it, and continues to grow: ${error.message}`);
    });
  }

  async function read(): Promise<RecordLists | undefined> {
    const found = await checkpoint.read();
    const changes = log.read(found?.hash);
    if (!found) return undefined;
    current = found;
    const records = log.size > 0 ? replayed(found.records, changes) : found.records;
    // Now, so that the file can be mended by hand if there is something wrong with it.
    if (log.size > 0) await fold(records).catch(refuseToStart);
    const problems = check(records);
    if (problems.length === 0) return records;
    throw new Problems(`The state in ${path} cannot be used; ${advice}:`, problems);
  }

  return {
    async open(fresh = false) {
      const records = fresh ? undefined : await read();
      return { whole: records && { records }, version: records ? 0 : -1, entries: [] };
    },
    async replace(whole, onTopOf) {
      await stored(fold(whole.records()));
      kept = whole;
      return { version: onTopOf + 1 };
    },
    async append(steps, onTopOf) {
      await foldWhenLong();
      const changing = steps.filter(({ change }) => change.length > 0);
      const last = changing.at(-1);
      if (last) await stored(add(changing, last.after));
      kept = steps.at(-1)?.after;
      return { version: onTopOf + steps.length };
    },
    problem: health.problem,
    async close() {
      health.end();
      const leave = (error: Error) => {
        // A lost lock has been reported, and all of it is the new owner's.
        if (error instanceof LockLostError) return;
        onNotice(`The log of ${path} could not be merged into it, and is read at the next start: ${error.message}`);
      };
      if (kept && (isAhead || (log.size > 0 && current.size + log.size <= LARGEST_AT_CLOSE)))
        await fold(kept.records()).catch(leave);
      await log.close().catch(leave);
      await lock.release();
    },
  };
}

function printNotice(notice: string): void {
  console.error(notice);
}

/** After how many seconds a rejected change may be tried again: a full disk is seldom emptied at once. */
const RETRY_AFTER = 5;

function refuse(error: Error): never {
  // The new owner may have read it from the log.
  if (error instanceof LockLostError)
    throw new PersistenceError(error, 'the server cannot determine whether the change is stored');
  throw new PersistenceError(error, undefined, { retryAfter: RETRY_AFTER });
}

async function claim(
  path: string,
  { disk = machineDisk, onNotice = printNotice, onLost = onNotice, wait }: DurableSettings,
): Promise<FileLock> {
  const unusable = ({ message }: Error) => new Problems(`The state cannot be stored in ${path}: ${message}`, []);
  await makeOwnFolder(dirname(path), disk).catch((error: Error) => {
    throw unusable(error);
  });
  return lockFile(path, { onNotice, onLost, ...(wait && { wait }) }).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === undefined ? error : unusable(error);
  });
}
