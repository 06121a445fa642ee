// What was made of the package's own files when it was built: a first start finds it there. A clone has none. See docs/decisions/0072.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Where the package is: two folders above code, bundled or not. */
const HERE = new URL('../../', import.meta.url);
/** Where the build leaves it. Beside sources there is nothing: they may have changed since a build. */
const FOLDER = new URL('../made/', import.meta.url);
/** What stands for the place of the package, as a URL and as a path. */
const [HREF_SIGN, PATH_SIGN] = ['\u0000url\u0000', '\u0000path\u0000'];

/** A text that names files of a package, wherever that is: the same at each place. @param place - of the package. Default: that of this one */
export function placeless(text: string, place = HERE): string {
  return text.replaceAll(place.href, HREF_SIGN).replaceAll(fileURLToPath(place), PATH_SIGN);
}

/** A placeless text at the place of this package. */
export function placed(text: string): string {
  return text.replaceAll(HREF_SIGN, HERE.href).replaceAll(PATH_SIGN, fileURLToPath(HERE));
}

/** The bytes of an entry that the build has left. @param digest - of its placeless name */
export function builtBefore(digest: string): Promise<Buffer | undefined> {
  return readFile(new URL(digest, FOLDER)).catch(() => undefined);
}
