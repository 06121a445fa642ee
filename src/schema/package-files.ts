// Locations of the package: its code, and the files beside it.

/** A file of the package, such as `spec/control.yaml`. This file, bundled or not, is two folders below the package. */
export function packageFile(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}

/** A folder of the code, which is `src` in a clone and `dist` in the package. Default: all of it. */
export function codeFolder(path = ''): URL {
  return new URL(`../${path}`, import.meta.url);
}
