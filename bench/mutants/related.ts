// The files that can detect a change of a file: those that refer to it, directly or indirectly.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Code with references to files; prose does not count. */
const CODE = '{src,test,bench,bin,contracts,examples}/**/*.{ts,mts,js,mjs,cjs}';
/** Imports of types, which do not run. */
const TYPES_ONLY = /^\s*(import|export) type\b[^;]*;/gm;
/** A file can be imported, or be started, read or copied by its path. */
const A_TEXT = /(['"`])([^'"`\n]+)\1/g;

/**
 * All files that refer to one of these, directly or indirectly: by imports, and by texts with the path of a file, relative to the file or
 * to the root. It finds rather too many than too few.
 *
 * @param folder - of the project
 * @param files - relative to the root
 */
export function relatedTo(folder: string, files: readonly string[]): ReadonlySet<string> {
  const users = usersIn(folder);
  const related = new Set(files);
  // Files that are added in the loop are visited as well.
  for (const file of related) for (const user of users.get(file) ?? []) related.add(user);
  return related;
}

/** The importers of each file. */
function usersIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const entries = entriesIn(folder);
  const all = new Set(globSync('**/*.*', { cwd: folder, exclude: (name) => name === 'node_modules' }));
  const users = new Map<string, string[]>();
  for (const user of globSync(CODE, { cwd: folder, exclude: (name) => name === 'node_modules' })) {
    const code = readFileSync(join(folder, user), 'utf8').replace(TYPES_ONLY, '');
    for (const [, , text = ''] of code.matchAll(A_TEXT)) {
      for (const file of [normalize(join(dirname(user), text)), normalize(text), entries.get(text)]) {
        if (file === undefined || !all.has(file)) continue;
        const known = users.get(file) ?? [];
        known.push(user);
        users.set(file, known);
      }
    }
  }
  return users;
}

/** Files by their names in the package. */
function entriesIn(folder: string): ReadonlyMap<string, string> {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return new Map(
    Object.entries<string | { source: string }>(exports).map(([entry, to]) => [
      normalize(join(name, entry)),
      normalize(typeof to === 'string' ? to : to.source),
    ]),
  );
}
