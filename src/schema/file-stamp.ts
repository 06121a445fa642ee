// Whether files were saved since they were read, seen by their times and sizes: without reading them again.

import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What is the same as long as none of these files, and none in these folders, is saved. Undefined where nobody can tell.
 *
 * @param began - when it was begun to read them, in milliseconds since 1970: what was saved after that may have been read before
 */
export function stampOf(paths: readonly string[], began: number): string | undefined {
  const stamps: unknown[] = [];
  for (const path of paths) {
    const status = statSync(path, { throwIfNoEntry: false });
    const below = status?.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
    for (const file of [path, ...below]) {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found && latest(found) >= began) return undefined;
      stamps.push(file, found && [found.ino, found.size, latest(found)]);
    }
  }
  return JSON.stringify(stamps);
}

function latest({ mtimeMs, ctimeMs }: Stats): number {
  return Math.max(mtimeMs, ctimeMs);
}
