// A copy of the project in which faults are planted, one at a time.

import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inRepository } from '../repository.ts';
import type { Mutant } from './mutant.ts';

/** What is made of the sources, and what Git keeps. */
const NO_SOURCES = /^(node_modules|dist|data|\.git|\.vitest)$/;

export interface Copy {
  readonly folder: string;
  /** Plants a fault, lets something happen, and puts all back. @throws Error if the fault does not fit the sources any more */
  with<T>(mutant: Pick<Mutant, 'id' | 'patches'>, work: () => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

export async function copyProject(): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-mutants-'));
  const isSource = (path: string) => !NO_SOURCES.test(basename(path));
  await cp(inRepository(''), folder, { recursive: true, filter: isSource });
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
