// Writes several files: all or none, without overwriting existing ones.

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../schema/make-folder.ts';
import { UsageError } from '../../schema/usage-error.ts';

/** A file to write. */
export interface NewFile {
  /** Relative to the common folder. */
  readonly path: string;
  readonly text: string;
  /** Whether it may replace an existing file. Default false. */
  readonly amends?: boolean;
}

/** Writes files and their folders. @throws UsageError with existing files; then nothing is written */
export async function writeFiles(folder: string, files: readonly NewFile[]): Promise<void> {
  const taken = files.filter(({ path, amends }) => !amends && existsSync(join(folder, path)));
  if (taken.length > 0) {
    throw new UsageError(
      'Nothing was written: these files exist:',
      taken.map(({ path }) => join(folder, path)),
    );
  }
  for (const { path, text, amends } of files) {
    await makeFolder(dirname(join(folder, path)));
    await writeFile(join(folder, path), text, { flag: amends ? 'w' : 'wx' });
  }
}

/** The text of a file; undefined if it does not exist. */
export async function readTextIfExists(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
