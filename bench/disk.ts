// Time to flush a change to disk, independent of any server.

import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from './table.ts';

/** Number of written lines. */
const LINES = 200;
/** Bytes of a line, about those of a record. */
const LINE = Buffer.from(`${'x'.repeat(399)}\n`);
/** `tmpfs` and `ramfs` (statfs(2)): a flush has no effect there. */
const IN_MEMORY = [0x01021994, 0x858458f6];

/** A sentence with the time to append a line and flush it in this folder. */
export async function describeDisk(folder: string): Promise<string> {
  const { type } = await statfs(folder);
  if (IN_MEMORY.includes(type))
    return 'The state is in memory, not on a disk: these figures do not apply to durable changes.';
  const path = join(folder, 'lines');
  const file = await open(path, 'a');
  const took: number[] = [];
  try {
    for (let line = 0; line < LINES; line++) {
      const start = performance.now();
      await file.write(LINE);
      await file.datasync();
      took.push(performance.now() - start);
    }
  } finally {
    await file.close();
    await rm(path);
  }
  return `Appending and flushing a line of ${LINE.length} bytes takes ${median(took).toFixed(2)} ms on this disk.`;
}
