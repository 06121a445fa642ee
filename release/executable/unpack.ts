// Writes the files of the package into a folder of the user, if they are not there.

import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { getAsset } from 'node:sea';
import { gunzipSync } from 'node:zlib';

/** The asset `index.json`. The asset `files.gz` has the bytes of all files, in this order. */
export interface FileIndex {
  /** Name of the folder to unpack into: the version, and a digest of all files. */
  readonly folder: string;
  /** Paths with slashes, and sizes in bytes. */
  readonly files: readonly (readonly [path: string, size: number])[];
}

/**
 * Unpacks the package. A file that is there with its size is kept, so that later starts write nothing, and a file that
 * something removed is written again.
 *
 * @returns the folder: below the cache folder of the user, or else below the one for temporary files
 * @throws Error with the reasons if no folder can be used
 */
export function unpack(): string {
  const index: FileIndex = JSON.parse(getAsset('index.json', 'utf8'));
  const problems: string[] = [];
  for (const place of places()) {
    const folder = join(place, index.folder);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      requireOwn(folder);
      writeMissing(folder, index);
      return folder;
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  throw new Error(
    [
      'Understudy cannot unpack its files at its first start. Set XDG_CACHE_HOME to a folder that it may write to.',
      ...problems,
    ].join('\n  '),
  );
}

function places(): readonly string[] {
  const cache = cacheFolder();
  const temporary = join(tmpdir(), `understudy-${process.getuid?.() ?? 'user'}`);
  return cache === undefined ? [temporary] : [join(cache, 'understudy'), temporary];
}

/** The user's folder for files that can be made again; undefined for a user without a home. */
function cacheFolder(): string | undefined {
  const { XDG_CACHE_HOME = '', LOCALAPPDATA = '' } = process.env;
  if (isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
  if (process.platform === 'win32' && LOCALAPPDATA !== '') return LOCALAPPDATA;
  try {
    return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
  } catch {
    return undefined;
  }
}

/** Files that another user can change are never run. Windows has no such modes: its cache folder is the user's. */
function requireOwn(folder: string): void {
  if (process.getuid === undefined) return;
  const { uid, mode } = lstatSync(folder);
  if (uid !== process.getuid()) throw new Error(`${folder} belongs to another user`);
  if (mode & 0o022) throw new Error(`${folder} can be changed by other users`);
}

function writeMissing(folder: string, { files }: FileIndex): void {
  const isThere = ([path, size]: FileIndex['files'][number]) =>
    statSync(join(folder, path), { throwIfNoEntry: false })?.size === size;
  if (files.every(isThere)) return;
  const bytes = gunzipSync(getAsset('files.gz'));
  let start = 0;
  for (const file of files) {
    const [path, size] = file;
    if (!isThere(file)) write(join(folder, path), bytes.subarray(start, start + size));
    start += size;
  }
}

/** Another process may unpack at the same time: each file is there as a whole or not at all. */
function write(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}`;
  try {
    writeFileSync(temporary, bytes);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
