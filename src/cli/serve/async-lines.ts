// Lines that are written without waiting for a reader. The only door to sonic-boom.

import sonic from 'sonic-boom';

/** Of lines that were not read yet, in characters. While there are more, lines are counted and left out. */
const UNREAD = 4 * 1024 * 1024;

/** A file or a pipe. A write to a pipe that is not read would stop the process. */
export interface Lines {
  write(line: string): void;
  /** Writes what was not written yet, and no more after it. */
  close(): void;
}

/** @param droppedLine - stands for so many lines that were left out */
export function openLines(fd: number, droppedLine: (count: number) => string): Lines {
  const out = new sonic.SonicBoom({ fd, sync: false, maxLength: UNREAD });
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
      // That line may be left out as well.
      if (dropped > 0) dropped = count;
      out.write(line);
    },
    close() {
      if (isOpen) out.flushSync();
      isOpen = false;
    },
  };
}
