// Creation of a folder with its missing parents.

import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its missing parents. Unlike recursive `mkdir`, it also ends on file systems that create nothing,
 * such as `/proc`.
 *
 * @param mode - permissions of each created folder. Default: what the umask leaves of 0777
 * @returns absolute paths of the created folders, parents first
 * @throws the error of the file system
 */
export async function makeFolder(path: string, mode = 0o777): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let at = resolve(path); !(await isFolder(at)) && !isRoot(at); at = dirname(at)) missing.unshift(at);
  const made: string[] = [];
  for (const folder of missing) if (await make(folder, mode)) made.push(folder);
  return made;
}

/** @returns false if another process created the folder first */
async function make(folder: string, mode: number): Promise<boolean> {
  try {
    await mkdir(folder, { mode });
    return true;
  } catch (error) {
    if (await isFolder(folder)) return false;
    throw error;
  }
}

/** @throws Error for an invalid path, such as one that is too long: nothing is created then */
async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function isRoot(path: string): boolean {
  return dirname(path) === path;
}
