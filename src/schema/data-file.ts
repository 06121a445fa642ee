// A file of data, JSON or YAML, as a value: the only door to yaml.

import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { parse } from 'yaml';

/** File name endings that are read. */
export const DATA_FILE_ENDINGS = ['.json', '.yaml', '.yml'];

/** Reads a data file by the ending of its name. @throws Error naming the file and the place that cannot be read */
export async function readDataFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8');
  try {
    return extname(path) === '.json' ? JSON.parse(text) : parse(text, { maxAliasCount: 100 });
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
