// Asynchronous writing of lines. The only import of sonic-boom.

import sonic from 'sonic-boom';

/** The maximum size of unread lines, in characters. Lines beyond it are counted and dropped. */
const MAX_UNREAD = 4 * 1024 * 1024;

/** Lines of a file or a pipe. A synchronous write to a pipe without a reader would block the process. */
export interface Lines {
  write(line: string): void;
  /** Flushes, and ignores later lines. */
  close(): void;
}

/** @param droppedLine - returns the line that replaces a number of dropped lines */
export function openLines(fd: number, droppedLine: (count: number) => string): Lines {
  const out = new sonic.SonicBoom({ fd, sync: false, maxLength: MAX_UNREAD });
  let isOpen = true;
  let dropped = 0;
  out.on('drop', () => {
    dropped += 1;
  });
  // The reader has closed the pipe.
  out.on('error', () => {
    isOpen = false;
  });
  return {
    write(line) {
      if (!isOpen) return;
      const count = dropped;
      dropped = 0;
      if (count > 0) out.write(droppedLine(count));
      // That line may be dropped as well.
      if (dropped > 0) dropped = count;
      out.write(line);
    },
    close() {
      if (isOpen) out.flushSync();
      isOpen = false;
    },
  };
}
