// File operations of a store. Only flushed data survives a power cut.

import { constants } from 'node:fs';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../schema/make-folder.ts';
import { readRegularFile, requireRegularFile } from '../../schema/read-regular-file.ts';

/** A file open for writing. */
export interface DiskFile {
  /** Writes all bytes, from this offset on. In a file that is `synced` it resolves when they would survive a power cut. */
  write(bytes: Uint8Array, offset: number): Promise<void>;
  /** Makes the file this many bytes long. */
  cut(length: number): Promise<void>;
  /** Resolves when all that was written and cut would survive a power cut. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Which file is opened. */
export type OpenMode = 'new' | 'exclusive' | 'there';

/** Files by path. Everything throws the errors of Node's file system. */
export interface Disk {
  /** The bytes of a file; undefined if it does not exist. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** The bytes of a possibly large file in pieces; undefined if it does not exist. */
  pieces(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * Opens a file.
   *
   * @param which - `new` replaces an existing file and is for its owner only; `exclusive` throws EEXIST if the file
   * exists; `there` opens an existing one
   * @param mode - default `buffered`: writes must be flushed
   */
  open(path: string, which: OpenMode, mode?: 'buffered' | 'synced'): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, if it exists. */
  remove(path: string): Promise<void>;
  /** Resolves when the names of the files in a folder would survive a power cut. */
  flushFolder(path: string): Promise<void>;
}

/** How many bytes of a large file are read at once. */
const PIECE = 1024 * 1024;

export const machineDisk: Disk = {
  read: (path) =>
    readRegularFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }),
  async pieces(path) {
    try {
      requireRegularFile(path);
      return (await open(path, 'r')).createReadStream({ highWaterMark: PIECE });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  },
  async open(path, which, mode = 'buffered') {
    const isSynced = mode === 'synced';
    // Records may contain credentials.
    const file = await open(path, flagsOf(which, isSynced && WRITES_THROUGH), 0o600);
    return {
      async write(bytes, offset) {
        await writeAll(file, bytes, offset);
        if (isSynced && !WRITES_THROUGH) await file.datasync();
      },
      cut: (length) => file.truncate(length),
      flush: () => file.datasync(),
      close: () => file.close(),
    };
  },
  rename,
  remove: (path) =>
    unlink(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    }),
  async flushFolder(path) {
    // Windows has no such thing: there, a folder cannot be opened.
    if (process.platform === 'win32') return;
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
};

/**
 * Whether the system can write through to the disk, which is one access instead of two. On other systems than Linux
 * this means less than a flush: macOS leaves the data in the memory of the drive.
 */
const WRITES_THROUGH = process.platform === 'linux';

function flagsOf(which: OpenMode, throughTo: boolean): number {
  const { O_RDWR, O_WRONLY, O_CREAT, O_EXCL, O_TRUNC, O_DSYNC } = constants;
  const flags = {
    new: O_WRONLY | O_CREAT | O_TRUNC,
    exclusive: O_WRONLY | O_CREAT | O_EXCL,
    there: O_RDWR,
  };
  return flags[which] | (throughTo ? O_DSYNC : 0);
}

/** A disk may accept fewer bytes than given, for example when it is nearly full. */
export async function writeAll(file: Pick<FileHandle, 'write'>, bytes: Uint8Array, offset: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, offset + written);
    written += bytesWritten;
  }
}

/** Creates a folder that only its owner may use, with its missing parents. All of them survive a power cut. */
export async function makeOwnFolder(path: string, disk: Disk): Promise<void> {
  const made = await makeFolder(path, 0o700);
  for (const folder of made.toReversed()) await disk.flushFolder(dirname(folder));
}
