// A file of data, JSON or YAML, as a value: the only door to yaml.

import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { parse } from 'yaml';
import { Problems } from './problems.ts';

/** File name endings that are read. */
export const DATA_FILE_ENDINGS = ['.json', '.yaml', '.yml'];

/** Reads a text as the ending of its file's name says. YAML whose aliases multiply is refused. */
export function parseData(text: string, ending: string): unknown {
  return ending === '.json' ? JSON.parse(text) : parse(text, { maxAliasCount: 100 });
}

/** Reads a data file by the ending of its name. @throws Problems naming the file and the place that cannot be read */
export async function readDataFile(path: string): Promise<unknown> {
  try {
    return parseData(await readFile(path, 'utf8'), extname(path));
  } catch (error) {
    throw new Problems(`${path} cannot be read: ${(error as Error).message}`, [], { cause: error });
  }
}
