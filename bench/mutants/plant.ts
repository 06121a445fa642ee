// A copy of the project in which faults are planted, one at a time.

import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inRepository } from '../repository.ts';
import type { Mutant } from './mutant.ts';

/** Generated folders, and Git's. */
const NO_SOURCES = /^(node_modules|dist|data|\.git|\.vitest)$/;

/** The patches of a fault, with its id for messages. */
export type Fault = Pick<Mutant, 'id' | 'patches'>;

export interface Copy {
  readonly folder: string;
  /** Plants a fault, runs the work, and restores the files. @throws Error if the fault does not fit the sources any more */
  with<T>(mutant: Fault, work: () => Promise<T>): Promise<T>;
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
async function plant(folder: string, fault: Fault): Promise<ReadonlyMap<string, string>> {
  const before = new Map(fault.patches.map(([file]) => [join(folder, file), readFileSync(join(folder, file), 'utf8')]));
  for (const [path, text] of applyPatches(folder, fault)) await writeFile(path, text);
  return before;
}

/** The files of a fault as it changes them, by path. @throws Error if the fault does not fit the sources any more */
export function applyPatches(folder: string, { id, patches }: Fault): ReadonlyMap<string, string> {
  const after = new Map<string, string>();
  for (const [file, from, to] of patches) {
    const path = join(folder, file);
    const text = after.get(path) ?? readFileSync(path, 'utf8');
    const count = text.split(from).length - 1;
    if (count !== 1) throw new Error(`${id}: ${file} has ${JSON.stringify(from)} ${count} times, not once`);
    after.set(
      path,
      text.replace(from, () => to),
    );
  }
  return after;
}
