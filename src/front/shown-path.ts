// Paths as one would type them here.

import { relative } from 'node:path';

/** The path of a file below this folder, relative to it; any other one, or a URL, as it is. */
export function shownPath(path: string): string {
  const here = relative(process.cwd(), path);
  return here.startsWith('..') || /^\w+:\/\//.test(path) ? path : here;
}
