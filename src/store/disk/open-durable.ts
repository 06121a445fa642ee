// Opens a state on the disk: a JSON file, a log beside it, and a lock.

import { dirname } from 'node:path';
import { UsageError } from '../../schema/usage-error.ts';
import type { Fixture } from '../fixture.ts';
import type { OwnLog } from '../log/store-log.ts';
import { CheckpointedLog } from './checkpointed-log.ts';
import { type Disk, machineDisk, makeOwnFolder } from './disk.ts';
import { fencedDisk } from './fenced-disk.ts';
import { type FileLock, type LockSettings, lockFile, waitFor } from './lock.ts';
import { type Durability, openChangeLog } from './log-file.ts';
import { openCheckpoint } from './lowdb.ts';
import { watchStorage } from './storage-health.ts';

export interface DurableSettings {
  /** Finds problems of records that were read. */
  readonly check: Fixture['check'];
  /** The advice about a file that cannot be used. Default: for a mock server. */
  readonly advice?: string;
  /** Default `group`: concurrent changes share one flush, and are acknowledged after it. */
  readonly durability?: Durability;
  /** The size of the log, in bytes, from which it is folded. Default: the size of the JSON file, at least 16 MiB. */
  readonly foldAt?: number;
  /** The largest state, in bytes, that is written to the JSON file within a second of the last change. Default: 8 MiB. */
  readonly promptSize?: number;
  /** Bytes by which the log grows at a time. Default: 64 KiB. */
  readonly room?: number;
  /** Default: the machine's. */
  readonly disk?: Disk;
  /** Receives what was repaired, and what could not be done yet. Default: standard error. */
  readonly onNotice?: (notice: string) => void;
  /** Called once, with a sentence, when another process has taken over the state: this process stores nothing any more. Default: `onNotice`. */
  readonly onLost?: (reason: string) => void;
  /** How to wait between heartbeats of the lock, and for those of others. Default: real time. */
  readonly wait?: LockSettings['wait'];
}

/**
 * Opens a JSON file and the log beside it (`state.json` and `state.log`) as the log of a store, for this process
 * alone.
 *
 * A change is stored when it is in the flushed log. The log is folded into the JSON file a moment after the last
 * change while the state is small, when the log is long, after a crash, and when the store closes. Then the log is
 * removed, and the file may be edited.
 *
 * @throws Error if another process has the file open
 * @throws UsageError if the file cannot be created
 * @throws UsageError, while reading, if the file or the log is damaged, cannot be folded, or fails `check`
 */
export async function openDurable(path: string, settings: DurableSettings): Promise<OwnLog> {
  const lock = await claim(path, settings);
  try {
    const disk = fencedDisk(settings.disk ?? machineDisk, lock);
    return await openClaimed(path, { ...settings, disk }, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const PROMPT_SIZE = 8 * 1024 * 1024;

async function openClaimed(
  path: string,
  {
    check,
    advice = 'fix it, or reset to the fixtures with --fresh',
    durability = 'group',
    foldAt,
    promptSize = PROMPT_SIZE,
    room,
    disk,
    onNotice = printNotice,
    wait = waitFor(false),
  }: DurableSettings & { readonly disk: Disk },
  lock: FileLock,
): Promise<OwnLog> {
  const log = await openChangeLog(`${path.replace(/\.json$/, '')}.log`, {
    disk,
    durability,
    onNotice,
    ...(room !== undefined && { room }),
  });
  return new CheckpointedLog({
    ...{ path, check, advice, foldAt, promptSize, log, disk, lock, onNotice, wait },
    checkpoint: openCheckpoint(path, { disk, advice }),
    health: watchStorage(path, { disk, onNotice, wait }),
  });
}

function printNotice(notice: string): void {
  console.error(notice);
}

async function claim(
  path: string,
  { disk = machineDisk, onNotice = printNotice, onLost = onNotice, wait }: DurableSettings,
): Promise<FileLock> {
  const unusable = ({ message }: Error) => new UsageError(`The state cannot be stored in ${path}: ${message}`);
  await makeOwnFolder(dirname(path), disk).catch((error: Error) => {
    throw unusable(error);
  });
  return lockFile(path, { onNotice, onLost, ...(wait && { wait }) }).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === undefined ? error : unusable(error);
  });
}
