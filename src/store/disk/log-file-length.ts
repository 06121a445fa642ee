// The least length of a log, which shows lost changes.

import { dirname } from 'node:path';
import { UsageError } from '../../schema/usage-error.ts';
import type { Disk, DiskFile } from './disk.ts';
import { withChecksum, withoutChecksum } from './log-file-text.ts';

/** The least length of a log beside a checkpoint. */
interface Expected {
  /** The SHA-256 of the checkpoint. */
  readonly checkpoint: string;
  /** In bytes. */
  readonly length: number;
}

/** The file. A log without changes has none. */
export interface LogLength {
  /** Whether the file may exist. */
  readonly exists: boolean;
  /**
   * Checks a log. A file for another checkpoint expects nothing: the state was replaced on purpose. A damaged file
   * expects that a log exists.
   *
   * @param size - of the log, in bytes; undefined if there is none
   * @throws UsageError if the log is shorter than it was
   */
  check(checkpoint: string, size: number | undefined): void;
  /**
   * Stores the least length of the log. Resolves when it would survive a power cut; does nothing if it is stored
   * already.
   */
  expect(expected: Expected): Promise<void>;
  remove(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the file for a log.
 *
 * @throws UsageError if it cannot be read
 */
export async function openLogLength(log: string, disk: Disk): Promise<LogLength> {
  const path = `${log}.length`;
  const found = await readExpected(path, disk);
  let exists = found !== undefined;
  /** Whether its name would survive a power cut. */
  let isNamed = exists;
  let file: DiskFile | undefined;
  /** The flushed value. */
  let stored: Expected | undefined;

  async function close(): Promise<void> {
    const open = file;
    file = undefined;
    stored = undefined;
    await open?.close();
  }

  return {
    get exists() {
      return exists;
    },
    check(checkpoint, size) {
      if (found === 'damaged') {
        // It is written after the log, and removed before it.
        if (size === undefined) throw missing(log, path);
        return;
      }
      if (!found || found.checkpoint !== checkpoint || found.length <= (size ?? 0)) return;
      throw size === undefined ? missing(log, path) : shortened(log, path, { size, length: found.length });
    },
    async expect(expected) {
      if (expected.length === stored?.length && expected.checkpoint === stored.checkpoint) return;
      stored = undefined;
      exists = true;
      file ??= await disk.open(path, isNamed ? 'there' : 'new', 'synced');
      // Remains of a longer line follow the line feed.
      await file.write(Buffer.from(`${withChecksum(JSON.stringify(expected))}\n`), 0);
      if (!isNamed) await disk.flushFolder(dirname(path));
      isNamed = true;
      stored = expected;
    },
    async remove() {
      await close();
      await disk.remove(path);
      exists = false;
      isNamed = false;
      await disk.flushFolder(dirname(path));
    },
    close,
  };
}

/** @returns undefined if there is no file */
async function readExpected(path: string, disk: Disk): Promise<Expected | 'damaged' | undefined> {
  const bytes = await disk.read(path).catch((error: Error) => {
    throw new UsageError(`The file ${path} cannot be read: ${error.message}`);
  });
  if (!bytes) return undefined;
  const [line = ''] = Buffer.from(bytes).toString().split('\n', 1);
  const text = withoutChecksum(line);
  return text === undefined ? 'damaged' : JSON.parse(text);
}

function missing(log: string, path: string): UsageError {
  return new UsageError(
    `The log ${log} is missing, with the last changes to the state. Restore the file; or, to start without these changes, remove ${path}.`,
  );
}

function shortened(
  log: string,
  path: string,
  { size, length }: { readonly size: number; readonly length: number },
): UsageError {
  return new UsageError(
    `The log ${log} has ${size} bytes, but had at least ${length}: its last changes are missing. Restore the file; or, to start without these changes, remove ${path}.`,
  );
}
