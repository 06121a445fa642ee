// A disk that writes only while this process owns a lock.

import type { Disk } from './disk.ts';
import type { FileLock } from './lock.ts';

/**
 * Checks the lock before each write and before its result counts: a process that was suspended in between never
 * acknowledges a change that the new owner has not read. Everything throws a `StoreError` once the lock is lost.
 */
export function fencedDisk(disk: Disk, { check }: Pick<FileLock, 'check'>): Disk {
  async function checked<T>(change: () => Promise<T>): Promise<T> {
    check();
    const result = await change();
    check();
    return result;
  }
  return {
    read: (path) => disk.read(path),
    pieces: (path) => disk.pieces(path),
    async open(path, which, mode) {
      const open = async () => {
        check();
        const opened = await disk.open(path, which === 'new' ? 'exclusive' : which, mode);
        try {
          check();
          return opened;
        } catch (error) {
          await opened.close();
          throw error;
        }
      };
      const file = await open().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        // A crash left it, or a process that has lost the lock. If that is this one, it must not truncate the file of the new owner.
        await checked(() => disk.remove(path));
        return open();
      });
      return {
        write: (bytes, offset) => checked(() => file.write(bytes, offset)),
        cut: (length) => checked(() => file.cut(length)),
        flush: () => checked(() => file.flush()),
        close: () => file.close(),
      };
    },
    rename: (from, to) => checked(() => disk.rename(from, to)),
    remove: (path) => checked(() => disk.remove(path)),
    flushFolder: (path) => disk.flushFolder(path),
  };
}
