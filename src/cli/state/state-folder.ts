// A folder of state, as `--data` has it: a file for each store of main, the keys of logins, and below `sandboxes` what `--data` has not.

import { basename, extname, join } from 'node:path';

/** The file of the keys of logins. */
export const KEYS = 'issuer-keys.json';
/** The folder of sandboxes; and, in the folder of each, that of its snapshots. */
export const [SANDBOXES, SNAPSHOTS] = ['sandboxes', 'snapshots'];

/** Files in a folder of state that hold no records of a store. */
const OTHERS = /^issuer-keys\.json$|\.aside(-\d+)?\.json$/;

/** A file system takes some 255 bytes for a name; beside this file there are others of a longer one. */
const LONGEST = 200;

/** The folder of a snapshot, by its number in the list of its sandbox. @param folder - of the sandbox */
export function momentIn(folder: string, index: number): string {
  return join(folder, SNAPSHOTS, String(index + 1));
}

/** The store whose records, or whose log, are in a file of this name; undefined for other files. */
export function storeIn(file: string): string | undefined {
  const ending = extname(file);
  return ['.json', '.log'].includes(ending) && !OTHERS.test(file) ? basename(file, ending) : undefined;
}

/** Whether a store, or a sandbox, of this name has a file. */
export function isFileName(name: string): boolean {
  const isOne =
    basename(name) === name && !/^\.|\p{Cc}/u.test(name) && name !== '' && Buffer.byteLength(name) <= LONGEST;
  return isOne && !OTHERS.test(`${name}.json`);
}
