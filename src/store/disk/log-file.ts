// The file of the log, appended at its valid end and truncated after failures.

import { dirname } from 'node:path';
import { UsageError } from '../../schema/usage-error.ts';
import { type LoggedChange, loggedChange } from '../log/logged-change.ts';
import type { LogStep } from '../log/store-log.ts';
import type { Disk, DiskFile } from './disk.ts';
import { type LogLength, openLogLength } from './log-file-length.ts';
import { EMPTY_LOG, type LogEntry, type LogFile, logLine, parseLog, readLog } from './log-file-text.ts';

/** When a change is acknowledged: when it would survive a power cut, or as soon as the operating system has it. */
export type Durability = 'group' | 'relaxed';

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

/** @throws UsageError if the file cannot be read */
export async function openChangeLog(path: string, settings: LogSettings): Promise<ChangeLog> {
  const { disk } = settings;
  const pieces = await disk.pieces(path).catch((error) => unreadable(path, error));
  const content = pieces ? await parseLog(pieces).catch((error) => unreadable(path, error)) : EMPTY_LOG;
  return new ChangeLog(path, settings, {
    content,
    exists: pieces !== undefined,
    leastLength: await openLogLength(path, disk),
  });
}

/** A log file when it was opened. */
interface FoundLog {
  readonly content: LogFile;
  readonly exists: boolean;
  readonly leastLength: LogLength;
}

/** The changes since a checkpoint. Calls must not overlap. */
export class ChangeLog {
  readonly #path: string;
  readonly #disk: Disk;
  readonly #room: number;
  readonly #onNotice: (notice: string) => void;
  /** Whether written changes are flushed. */
  readonly #isSynced: boolean;
  /** The length that the file must have at least. */
  readonly #leastLength: LogLength;
  /** Its content, until it was read. */
  #found: LogFile;
  #exists: boolean;
  #size: number;
  /** The length of the file: beyond `size` it has zeros only. */
  #reach: number;
  /** The SHA-256 of the checkpoint beside it. */
  #checkpoint = '';
  #file: DiskFile | undefined;
  /** Number of the newest change, and of the newest one that would survive a power cut. */
  #newest = 0;
  #flushed = 0;
  /** Whether there may be invalid bytes beyond `size`. */
  #overhangs = false;
  #flushTimer: NodeJS.Timeout | undefined;
  #flushing = Promise.resolve();

  constructor(path: string, { disk, durability, onNotice, room = ROOM }: LogSettings, found: FoundLog) {
    this.#path = path;
    this.#disk = disk;
    this.#room = room;
    this.#onNotice = onNotice;
    this.#isSynced = durability === 'group';
    this.#leastLength = found.leastLength;
    this.#found = found.content;
    this.#exists = found.exists;
    this.#size = found.content.length;
    this.#reach = found.content.size;
  }

  /** Its size in bytes; 0 if it is empty. */
  get size(): number {
    return this.#size;
  }

  /**
   * Its content when it was opened.
   *
   * @param checkpoint - the SHA-256 of the checkpoint beside it; undefined if there is none
   * @throws UsageError if it is damaged, missing or too short, or belongs to another checkpoint
   */
  read(checkpoint: string | undefined): readonly LoggedChange[] {
    const found = this.#found;
    if (checkpoint !== undefined) this.#leastLength.check(checkpoint, this.#exists ? found.size : undefined);
    if (found.length === 0) return [];
    if (checkpoint === undefined) throw withoutState(this.#path);
    const { changes, length, newest } = readLog(found, checkpoint, this.#path);
    this.#newest = newest;
    this.#flushed = newest;
    this.#found = EMPTY_LOG;
    const torn = found.length - length;
    if (torn > 0)
      this.#onNotice(
        `The log ${this.#path} ends in the middle of a change: ${torn} bytes, which were never flushed, were cut off.`,
      );
    return changes;
  }

  /** Appends changes on top of a checkpoint. If it throws, none of them is in the log. */
  async append(steps: readonly LogStep[], checkpoint: string): Promise<void> {
    this.#checkpoint = checkpoint;
    const header: LogEntry = { log: 1, checkpoint };
    const entry: LogEntry = { from: this.#newest + 1, flushed: this.#flushed, changes: steps.map(loggedChange) };
    await this.#write((this.#size === 0 ? logLine(header) : '') + logLine(entry), this.#isSynced);
    this.#newest += steps.length;
    if (this.#isSynced) this.#flushed = this.#newest;
    else this.#flushSoon();
  }

  /** Records that its changes are part of another checkpoint, which replaces the old one now. */
  async noteFold(checkpoint: string): Promise<void> {
    if (this.#size === 0) return;
    await this.#write(logLine({ folded: checkpoint, newest: this.#newest, flushed: this.#flushed }), true);
    this.#flushed = this.#newest;
  }

  async remove(): Promise<void> {
    await this.#closeFile();
    // First: without a log, no length may be expected.
    await this.#leastLength.remove();
    await this.#disk.remove(this.#path);
    this.#exists = false;
    this.#size = 0;
    this.#reach = 0;
    this.#newest = 0;
    this.#flushed = 0;
    this.#overhangs = false;
    await this.#disk.flushFolder(dirname(this.#path));
  }

  /** Removes an empty file and, if the disk allows it, rejected changes. */
  async close(): Promise<void> {
    try {
      if (this.#size === 0 && (this.#exists || this.#file)) await this.remove();
      else if (this.#overhangs) await this.#cutOverhang();
    } finally {
      await this.#closeFile();
    }
  }

  /** Writes where the log ends, or leaves that as it was. */
  async #write(text: string, flush: boolean): Promise<void> {
    if (this.#overhangs) await this.#cutOverhang();
    const content = Buffer.from(text);
    const isLonger = this.#isSynced && this.#size + content.length > this.#reach;
    const bytes = isLonger ? Buffer.concat([content], content.length + this.#room) : content;
    const reach = Math.max(this.#reach, this.#size + bytes.length);
    try {
      const file = await this.#open();
      await file.write(bytes, this.#size);
      if (flush && !this.#isSynced) await file.flush();
      if (!this.#exists) await this.#disk.flushFolder(dirname(this.#path));
      if (this.#isSynced) await this.#leastLength.expect({ checkpoint: this.#checkpoint, length: reach });
    } catch (error) {
      await this.#cutOverhang().catch(() => undefined);
      throw error;
    }
    this.#exists = true;
    this.#reach = reach;
    this.#size += content.length;
  }

  async #open(): Promise<DiskFile> {
    const [existing, mode] = [this.#exists ? 'there' : 'new', this.#isSynced ? 'synced' : 'buffered'] as const;
    this.#file ??= await this.#disk.open(this.#path, existing, mode);
    return this.#file;
  }

  async #cutOverhang(): Promise<void> {
    this.#overhangs = true;
    // First: a log must never be shorter than it is expected to be.
    if (this.#isSynced && this.#leastLength.exists)
      await this.#leastLength.expect({ checkpoint: this.#checkpoint, length: this.#size });
    await this.#file?.cut(this.#size);
    await this.#file?.flush();
    this.#reach = this.#size;
    this.#overhangs = false;
  }

  #flushSoon(): void {
    this.#flushTimer ??= setTimeout(() => {
      this.#flushTimer = undefined;
      this.#flushing = this.#flush().catch(({ message }: Error) =>
        this.#onNotice(`The log ${this.#path} could not be flushed: ${message}`),
      );
    }, RELAXED_FLUSH).unref();
  }

  async #flush(): Promise<void> {
    const [newest, length] = [this.#newest, this.#size];
    await this.#file?.flush();
    this.#flushed = Math.max(this.#flushed, newest);
    await this.#leastLength.expect({ checkpoint: this.#checkpoint, length });
  }

  async #closeFile(): Promise<void> {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    await this.#flushing;
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
    await this.#leastLength.close();
  }
}

function unreadable(path: string, { message }: Error): never {
  throw new UsageError(`The log ${path} cannot be read: ${message}`);
}

function withoutState(path: string): UsageError {
  return new UsageError(
    `The log ${path} has changes to a state file that is missing. Restore the state file; or, to start with the fixtures, move the log away.`,
  );
}
