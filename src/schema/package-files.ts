// Locations of the package: its code, and the files beside it.

/** A variable, so that Vite does not take what follows for assets. */
const HERE = import.meta.url;

/** A file of the package, such as `spec/control.yaml`. This file, bundled or not, is two folders below the package. */
export function packageFile(path: string): URL {
  return new URL(`../../${path}`, HERE);
}

/** A folder of the code, which is `src` in a clone and `dist` in the package. Default: all of it. */
export function codeFolder(path = ''): URL {
  return new URL(`../${path}`, HERE);
}
