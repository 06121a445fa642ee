// Cache entries that were built with the package. A clone has none. See docs/decisions/0043.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filePath } from './file-path.ts';

/** The package folder: two above the code, bundled or not. */
const PACKAGE_FOLDER = folderAt('../../');
/** The folder of the entries. Source folders have none: sources may have changed since a build. */
const ENTRIES_FOLDER = folderAt('../made/');
/** Placeholders of the package folder, as URL and as path. */
const [URL_PLACEHOLDER, PATH_PLACEHOLDER] = ['\u0000url\u0000', '\u0000path\u0000'];

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
export function toRelocatable(text: string, folder = PACKAGE_FOLDER): string {
  if (folder === undefined) return text;
  return text.replaceAll(pathToFileURL(folder).href, URL_PLACEHOLDER).replaceAll(folder, PATH_PLACEHOLDER);
}

/** Replaces the placeholders in a text by the package folder. */
export function fromRelocatable(text: string): string {
  if (PACKAGE_FOLDER === undefined) return text;
  return text
    .replaceAll(URL_PLACEHOLDER, pathToFileURL(PACKAGE_FOLDER).href)
    .replaceAll(PATH_PLACEHOLDER, PACKAGE_FOLDER);
}

/** The bytes of an entry, if the build created it. @param digest - of its relocatable name */
export async function readPackagedBuild(digest: string): Promise<Buffer | undefined> {
  return ENTRIES_FOLDER === undefined ? undefined : readFile(join(ENTRIES_FOLDER, digest)).catch(() => undefined);
}
