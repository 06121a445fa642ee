// Reading of user-named files, which may be devices or pipes.

import { statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';

/** Reads a file. @throws Error if it is a device or a pipe, which may never end, or cannot be read */
export async function readRegularFile(path: string | URL): Promise<Buffer> {
  const status = await stat(path);
  if (!status.isFile() && !status.isDirectory()) throw notRegular();
  return readFile(path);
}

/** @throws Error if a path is a device or a pipe, or does not exist */
export function requireRegularFile(path: string): void {
  const status = statSync(path);
  if (!status.isFile() && !status.isDirectory()) throw notRegular();
}

function notRegular(): Error {
  return new Error('not a regular file');
}
