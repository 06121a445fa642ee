// Code files that determine cached values, see `Recipe`.

import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { once } from './once.ts';

/**
 * All code files in a folder and below; in the package, all bundled code.
 *
 * @param url - `import.meta.url` of a file in it
 */
export function listCodeFiles(url: string): readonly string[] {
  const folder = dirname(fileURLToPath(url));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
    .map((name) => join(folder, name));
}

/** The package.json files of libraries. @param url - `import.meta.url` or path of the importing file */
export function libraryManifests(url: string, ...libraries: readonly string[]): readonly string[] {
  const require = createRequire(url);
  return libraries.map((name) => require.resolve(`${name}/package.json`));
}

/** The code that reads data files and validates schemas, and its libraries. */
export const schemaCodeFiles = once((): readonly string[] => {
  const { url } = import.meta;
  return [
    ...listCodeFiles(url),
    ...libraryManifests(url, 'ajv', 'ajv-formats', 'js-yaml'),
    // It does not export its package.json.
    createRequire(url).resolve('re2js'),
  ];
});
