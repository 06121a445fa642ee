// Paths as a user would type them here.

import { homedir } from 'node:os';
import { basename, relative, sep } from 'node:path';

/** The path of a file below this folder, relative to it; any other one, or a URL, as it is. */
export function shownPath(path: string): string {
  const here = relative(process.cwd(), path);
  return here.startsWith('..') || /^\w+:\/\//.test(path) ? path : here;
}

/** How wide a path is in a terminal before folders are left out. */
const WIDEST = 80;

/**
 * A short path for people: relative like `shownPath`, with `~` for the home folder, and only its last folders if it is
 * long. URLs are unchanged.
 */
export function shortPath(path: string, home = homedir()): string {
  const shown = shownPath(path);
  const typed = shown.startsWith(home + sep) ? `~${shown.slice(home.length)}` : shown;
  if (typed.length <= WIDEST || /^\w+:\/\//.test(typed)) return typed;
  const last = typed.slice(-WIDEST + 1);
  const folder = last.indexOf(sep);
  return folder < 0 ? basename(typed) : `…${last.slice(folder)}`;
}

/** A text as one word of a POSIX shell, quoted if it must be. */
export function shellWord(word: string): string {
  return /^[\w./:@%=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
