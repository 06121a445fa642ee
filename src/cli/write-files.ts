// Files that a command writes for somebody: all of them or none, and never over something that is there.

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../schema/make-folder.ts';
import { Problems } from '../schema/problems.ts';

/** A file that is to be written. */
export interface NewFile {
  /** Relative to the folder of all. */
  readonly path: string;
  readonly text: string;
  /** Whether it may take the place of one that is there, because it says all that one said. Default false. */
  readonly amends?: boolean;
}

/** Writes files, and the folders that they are in. @throws Problems with those that are in the way; then nothing is written */
export async function writeFiles(folder: string, files: readonly NewFile[]): Promise<void> {
  const taken = files.filter(({ path, amends }) => !amends && existsSync(join(folder, path)));
  if (taken.length > 0) {
    throw new Problems(
      'Nothing was written, because this is there already:',
      taken.map(({ path }) => join(folder, path)),
    );
  }
  for (const { path, text, amends } of files) {
    await makeFolder(dirname(join(folder, path)));
    await writeFile(join(folder, path), text, { flag: amends ? 'w' : 'wx' });
  }
}
