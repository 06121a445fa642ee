// The file of the log, appended at its valid end and truncated after failures.

import { dirname } from 'node:path';
import { UsageError } from '../../schema/usage-error.ts';
import { type LoggedChange, loggedChange } from '../log/logged-change.ts';
import type { LogStep } from '../log/store-log.ts';
import type { Disk, DiskFile } from './disk.ts';
import { openLogLength } from './log-file-length.ts';
import { EMPTY_LOG, type LogEntry, logLine, parseLog, readLog } from './log-file-text.ts';

/** When a change is acknowledged: when it would survive a power cut, or as soon as the operating system has it. */
export type Durability = 'group' | 'relaxed';

/** The changes since a checkpoint. Calls must not overlap. */
export interface ChangeLog {
  /** Its size in bytes; 0 if it is empty. */
  readonly size: number;
  /**
   * Its content when it was opened.
   *
   * @param checkpoint - the SHA-256 of the checkpoint beside it; undefined if there is none
   * @throws UsageError if it is damaged, missing or too short, or belongs to another checkpoint
   */
  read(checkpoint: string | undefined): readonly LoggedChange[];
  /** Appends changes on top of a checkpoint. If it throws, none of them is in the log. */
  append(steps: readonly LogStep[], checkpoint: string): Promise<void>;
  /** Records that its changes are part of another checkpoint, which replaces the old one now. */
  noteFold(checkpoint: string): Promise<void>;
  remove(): Promise<void>;
  /** Removes an empty file and, if the disk allows it, rejected changes. */
  close(): Promise<void>;
}

interface LogSettings {
  readonly disk: Disk;
  readonly durability: Durability;
  readonly onNotice: (notice: string) => void;
  /** Bytes by which the file is extended beyond its content. Default: 64 KiB; none with relaxed durability. */
  readonly room?: number;
}

/**
 * Flushing a file that has become longer takes a disk longer, because the length is stored elsewhere. So the file is
 * extended rarely, by zeros that are overwritten later. No line ends in a zero, so readers can tell them from content.
 */
const ROOM = 64 * 1024;

/** Longest time that a change is not flushed for when that is relaxed, in milliseconds. */
const RELAXED_FLUSH = 1000;

export async function openChangeLog(
  path: string,
  { disk, durability, onNotice, room = ROOM }: LogSettings,
): Promise<ChangeLog> {
  const pieces = await disk.pieces(path).catch((error) => unreadable(path, error));
  /** Its content, until it was read. */
  let found = pieces ? await parseLog(pieces).catch((error) => unreadable(path, error)) : EMPTY_LOG;
  const leastLength = await openLogLength(path, disk);
  /** Whether written changes are flushed. */
  const isSynced = durability === 'group';
  let exists = pieces !== undefined;
  let size = found.length;
  /** The length of the file: beyond `size` it has zeros only. */
  let reach = found.size;
  /** The SHA-256 of the checkpoint beside it. */
  let base = '';
  let file: DiskFile | undefined;
  /** Number of the newest change, and of the newest one that would survive a power cut. */
  let newest = 0;
  let flushed = 0;
  /** Whether there may be invalid bytes beyond `size`. */
  let overhangs = false;
  let flushTimer: NodeJS.Timeout | undefined;
  let flushing = Promise.resolve();

  async function cutOverhang(): Promise<void> {
    overhangs = true;
    // First: a log must never be shorter than it is expected to be.
    if (isSynced && leastLength.exists) await leastLength.expect({ checkpoint: base, length: size });
    await file?.cut(size);
    await file?.flush();
    reach = size;
    overhangs = false;
  }

  /** Writes where the log ends, or leaves that as it was. */
  async function write(text: string, flush: boolean): Promise<void> {
    if (overhangs) await cutOverhang();
    const said = Buffer.from(text);
    const isLonger = isSynced && size + said.length > reach;
    const bytes = isLonger ? Buffer.concat([said], said.length + room) : said;
    try {
      file ??= await disk.open(path, exists ? 'there' : 'new', isSynced ? 'synced' : 'buffered');
      await file.write(bytes, size);
      if (flush && !isSynced) await file.flush();
      if (!exists) await disk.flushFolder(dirname(path));
      if (isSynced) await leastLength.expect({ checkpoint: base, length: Math.max(reach, size + bytes.length) });
    } catch (error) {
      await cutOverhang().catch(() => undefined);
      throw error;
    }
    exists = true;
    reach = Math.max(reach, size + bytes.length);
    size += said.length;
  }

  async function flushAll(): Promise<void> {
    const [upTo, length] = [newest, size];
    await file?.flush();
    flushed = Math.max(flushed, upTo);
    await leastLength.expect({ checkpoint: base, length });
  }

  function flushSoon(): void {
    flushTimer ??= setTimeout(() => {
      flushTimer = undefined;
      flushing = flushAll().catch(({ message }: Error) => onNotice(`The log ${path} could not be flushed: ${message}`));
    }, RELAXED_FLUSH).unref();
  }

  async function closeFile(): Promise<void> {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    await flushing;
    const open = file;
    file = undefined;
    await open?.close();
    await leastLength.close();
  }

  async function remove(): Promise<void> {
    await closeFile();
    // First: without a log, no length may be expected.
    await leastLength.remove();
    await disk.remove(path);
    exists = false;
    size = 0;
    reach = 0;
    newest = 0;
    flushed = 0;
    overhangs = false;
    await disk.flushFolder(dirname(path));
  }

  return {
    get size() {
      return size;
    },
    read(checkpoint) {
      if (checkpoint !== undefined) leastLength.check(checkpoint, pieces && found.size);
      if (found.length === 0) return [];
      if (checkpoint === undefined) throw withoutState(path);
      const { changes, length, newest: last } = readLog(found, checkpoint, path);
      newest = last;
      flushed = last;
      const torn = found.length - length;
      found = EMPTY_LOG;
      if (torn > 0)
        onNotice(
          `The log ${path} ends in the middle of a change: ${torn} bytes, which were never flushed, were cut off.`,
        );
      return changes;
    },
    async append(steps, checkpoint) {
      base = checkpoint;
      const header: LogEntry = { log: 1, checkpoint };
      const entry: LogEntry = { from: newest + 1, flushed, changes: steps.map(loggedChange) };
      await write((size === 0 ? logLine(header) : '') + logLine(entry), durability === 'group');
      newest += steps.length;
      if (durability === 'group') flushed = newest;
      else flushSoon();
    },
    async noteFold(checkpoint) {
      if (size === 0) return;
      await write(logLine({ folded: checkpoint, newest, flushed }), true);
      flushed = newest;
    },
    remove,
    async close() {
      try {
        if (size === 0 && (exists || file)) await remove();
        else if (overhangs) await cutOverhang();
      } finally {
        await closeFile();
      }
    },
  };
}

function unreadable(path: string, { message }: Error): never {
  throw new UsageError(`The log ${path} cannot be read: ${message}`, []);
}

function withoutState(path: string): UsageError {
  return new UsageError(
    `The log ${path} has changes to a state file that is missing. Restore the state file; or, to start with the fixtures, move the log away.`,
    [],
  );
}
