// The files of code by which something is made from files, see `Recipe`.

import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { once } from './once.ts';

/** All files of code in the folder of a file, and below: those of its room, or as published all that was bundled. @param url - its `import.meta.url` */
export function codeBeside(url: string): readonly string[] {
  const folder = dirname(fileURLToPath(url));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
    .map((name) => join(folder, name));
}

/** The files that say which versions of libraries are there. @param url - the `import.meta.url` of who imports them, or the path of a file */
export function versionsOf(url: string, ...libraries: readonly string[]): readonly string[] {
  const require = createRequire(url);
  return libraries.map((name) => require.resolve(`${name}/package.json`));
}

/** What decides how data files are read, and what satisfies a schema: all of this room, and its libraries. */
export const schemaBuilders = once((): readonly string[] => {
  const { url } = import.meta;
  return [
    ...codeBeside(url),
    ...versionsOf(url, 'ajv', 'ajv-formats', 'js-yaml'),
    // It shows nobody its package.json.
    createRequire(url).resolve('re2js'),
  ];
});
