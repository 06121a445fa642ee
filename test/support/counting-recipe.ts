// A build from two files, with a recipe that counts its runs.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildCached, type Recipe } from '../../src/schema/build-cache.ts';
import { temporaryFolder } from './temporary.ts';

export interface Made {
  readonly texts: readonly string[];
  /** The number of earlier builds. */
  readonly count: number;
}

/** A recipe with two files and a builder in its own folder. It counts its builds. */
export async function counting() {
  const folder = await temporaryFolder();
  const [builder = '', ...files] = ['builder', 'one', 'two'].map((name) => join(folder, name));
  for (const file of [builder, ...files]) await writeFile(file, file);
  let count = 0;
  const recipe: Recipe<Made> = {
    name: folder,
    codeFiles: () => [builder],
    async make(read) {
      const texts: string[] = [];
      for (const file of files) texts.push((await read(file)).toString());
      count += 1;
      return { texts, count };
    },
  };
  return { recipe, builder, files, count: async () => (await buildCached(recipe)).count };
}
