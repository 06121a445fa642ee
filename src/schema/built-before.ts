// Cache entries that were built with the package. A clone has none. See docs/decisions/0043.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filePath } from './file-path.ts';

/** The package folder: two above the code, bundled or not. */
const HERE = folderAt('../../');
/** The folder of the entries. Source folders have none: sources may have changed since a build. */
const MADE = folderAt('../made/');
/** Placeholders of the package folder, as URL and as path. */
const [URL_SIGN, PATH_SIGN] = ['\u0000url\u0000', '\u0000path\u0000'];

/** Undefined for code without a file URL, as in some test runners. */
function folderAt(relative: string): string | undefined {
  try {
    return join(filePath(new URL(relative, import.meta.url)), '/');
  } catch {
    return undefined;
  }
}

/**
 * Replaces the package folder in a text by placeholders.
 *
 * @param folder - with a trailing slash. Default: this package
 */
export function relocatable(text: string, folder = HERE): string {
  if (folder === undefined) return text;
  return text.replaceAll(pathToFileURL(folder).href, URL_SIGN).replaceAll(folder, PATH_SIGN);
}

/** Replaces the placeholders in a text by the package folder. */
export function relocated(text: string): string {
  if (HERE === undefined) return text;
  return text.replaceAll(URL_SIGN, pathToFileURL(HERE).href).replaceAll(PATH_SIGN, HERE);
}

/** The bytes of an entry, if the build created it. @param digest - of its relocatable name */
export async function builtBefore(digest: string): Promise<Buffer | undefined> {
  return MADE === undefined ? undefined : readFile(join(MADE, digest)).catch(() => undefined);
}
