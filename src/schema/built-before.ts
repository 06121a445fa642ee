// What was made of the package's own files when it was built: a first start finds it there. A clone has none. See docs/decisions/0043.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filePath } from './file-path.ts';

/** The folder of the package: two above code, bundled or not. */
const HERE = folderAt('../../');
/** Where the build leaves it. Beside sources there is nothing: they may have changed since a build. */
const MADE = folderAt('../made/');
/** What stands for the folder of the package, as a URL and as a path. */
const [URL_SIGN, PATH_SIGN] = ['\u0000url\u0000', '\u0000path\u0000'];

/** Undefined where code comes from elsewhere, as some test runners have it. */
function folderAt(relative: string): string | undefined {
  try {
    return join(filePath(new URL(relative, import.meta.url)), '/');
  } catch {
    return undefined;
  }
}

/** A text that names files of a package, wherever that is: the same at each place. @param folder - that of the package, with a slash at its end. Default: that of this one */
export function relocatable(text: string, folder = HERE): string {
  if (folder === undefined) return text;
  return text.replaceAll(pathToFileURL(folder).href, URL_SIGN).replaceAll(folder, PATH_SIGN);
}

/** A relocatable text, with the folder of this package. */
export function relocated(text: string): string {
  if (HERE === undefined) return text;
  return text.replaceAll(URL_SIGN, pathToFileURL(HERE).href).replaceAll(PATH_SIGN, HERE);
}

/** The bytes of an entry that the build has left, if there is one. @param digest - of its relocatable name */
export async function builtBefore(digest: string): Promise<Buffer | undefined> {
  return MADE === undefined ? undefined : readFile(join(MADE, digest)).catch(() => undefined);
}
