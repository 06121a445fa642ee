// Change detection of files by time and size, without reading them.

import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A text that stays the same until one of the files, or of the files in these folders, changes. Undefined if unknown.
 *
 * @param startedAt - start of reading the files, in milliseconds since 1970: later changes may have been read or not
 */
export function createFileStamp(paths: readonly string[], startedAt: number): string | undefined {
  const stamps: unknown[] = [];
  for (const path of paths) {
    const status = statSync(path, { throwIfNoEntry: false });
    const below = status?.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
    for (const file of [path, ...below]) {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found && latestChange(found) >= startedAt) return undefined;
      stamps.push(file, found && [found.ino, found.size, latestChange(found)]);
    }
  }
  return JSON.stringify(stamps);
}

function latestChange({ mtimeMs, ctimeMs }: Stats): number {
  return Math.max(mtimeMs, ctimeMs);
}
