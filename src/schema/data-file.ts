// A file of data, JSON or YAML, as a value: the only door to yaml.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problems } from './problems.ts';
import type { Read } from './remembered.ts';

const require = createRequire(import.meta.url);

/** File name endings that are read. */
export const DATA_FILE_ENDINGS = ['.json', '.yaml', '.yml'];

/** The files that decide how data files are read, see `Recipe`. */
export const DATA_FILE_MAKERS: readonly string[] = [
  fileURLToPath(import.meta.url),
  require.resolve('yaml/package.json'),
];

/** Reads a text as the ending of its file's name says. YAML whose aliases multiply is refused. */
export async function parseData(text: string, ending: string): Promise<unknown> {
  if (ending === '.json') return JSON.parse(text);
  // Loaded only when there is YAML to read that is not remembered.
  const { parse } = await import('yaml');
  return parse(text, { maxAliasCount: 100 });
}

/** A value as YAML. What YAML 1.1 takes for something else than a text, such as `no` or a date, is quoted: many programs read that. */
export function writeYaml(value: unknown): string {
  // Loaded only when somebody wants YAML.
  const { stringify }: typeof import('yaml') = require('yaml');
  return stringify(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 });
}

/** Reads a data file by the ending of its name. @throws Problems naming the file and the place that cannot be read */
export async function readDataFile(path: string, read: Read = (address) => readFile(address)): Promise<unknown> {
  try {
    return await parseData((await read(path)).toString(), extname(path));
  } catch (error) {
    throw new Problems(`${path} cannot be read: ${(error as Error).message}`, [], { cause: error });
  }
}
