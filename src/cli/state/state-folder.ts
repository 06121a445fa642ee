// Names of files in a state folder: stores, login keys, sandboxes, snapshots.

import { basename, extname, join } from 'node:path';

/** The file of the signing keys of logins. */
export const KEYS = 'issuer-keys.json';
/** The folder of sandboxes, and that of snapshots in the folder of each. */
export const [SANDBOXES, SNAPSHOTS] = ['sandboxes', 'snapshots'];

/** Files in a state folder that contain no records. */
const OTHERS = /^issuer-keys\.json$|\.aside(-\d+)?\.json$/;

/** The maximum length of a name, in bytes. File systems allow 255; some files have a suffix. */
const MAX_LENGTH = 200;

/** The folder of a snapshot, by its index in the list of its sandbox. @param folder - of the sandbox */
export function snapshotFolder(folder: string, index: number): string {
  return join(folder, SNAPSHOTS, String(index + 1));
}

/** The store whose state file or log has this name; undefined for other files. */
export function storeIn(file: string): string | undefined {
  const ending = extname(file);
  return ['.json', '.log'].includes(ending) && !OTHERS.test(file) ? basename(file, ending) : undefined;
}

/** Whether the name of a store or sandbox can be a file name. */
export function isFileName(name: string): boolean {
  const isValid =
    basename(name) === name && !/^\.|\p{Cc}/u.test(name) && name !== '' && Buffer.byteLength(name) <= MAX_LENGTH;
  return isValid && !OTHERS.test(`${name}.json`);
}
