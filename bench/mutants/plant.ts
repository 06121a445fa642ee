// A copy of the project in which faults are planted, one at a time.

import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepository } from '../repository.ts';
import type { Mutant } from './mutant.ts';

/** What a stand-in and its tests are made of. */
const PARTS = [
  'src',
  'spec',
  'fixtures',
  'test',
  'contracts',
  'examples',
  'bench',
  'docs',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'README.md',
  'bin',
  'understudy.config.ts',
];

export interface Copy {
  readonly folder: string;
  /** Plants a fault, lets something happen, and puts all back. @throws Error if the fault does not fit the sources any more */
  with<T>(mutant: Pick<Mutant, 'id' | 'patches'>, work: () => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

export async function copyProject(): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-mutants-'));
  const isSource = (path: string) => !/\/node_modules(\/|$)/.test(path.slice(inRepository('').length - 1));
  for (const part of PARTS) await cp(inRepository(part), join(folder, part), { recursive: true, filter: isSource });
  await symlink(inRepository('node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    async with(mutant, work) {
      const before = await plant(folder, mutant);
      try {
        return await work();
      } finally {
        for (const [path, text] of before) await writeFile(path, text);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** @returns the files as they were */
async function plant(
  folder: string,
  { id, patches }: Pick<Mutant, 'id' | 'patches'>,
): Promise<ReadonlyMap<string, string>> {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  for (const [file, from, to] of patches) {
    const path = join(folder, file);
    const text = after.get(path) ?? (await readFile(path, 'utf8'));
    const count = text.split(from).length - 1;
    if (count !== 1)
      throw new Error(`${id}: ${file} has ${JSON.stringify(from)} ${count} times, not once; mend the mutant`);
    if (!before.has(path)) before.set(path, text);
    after.set(
      path,
      text.replace(from, () => to),
    );
  }
  for (const [path, text] of after) await writeFile(path, text);
  return before;
}
