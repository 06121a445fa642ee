// The tests of `npm test` as a judge: those that a fault can reach, the likeliest first, up to the first failure.

import type { Judge } from './judges.ts';
import type { Mutant } from './mutant.ts';
import { copyProject } from './plant.ts';
import { relatedTo } from './related.ts';
import { DAILY, listTests } from './vitest.ts';
import { createFindWitnesses } from './witnesses.ts';

/** The tests of each document's API: they come first, with those beside the files that have the fault. */
const NEAR = { identity: ['test/identity/'], workshop: ['test/mock/resources/'] };

export async function openTests(): Promise<{ judge: Judge; close(): Promise<void> }> {
  const sound = await copyProject();
  const all = (await listTests(sound.folder, [DAILY])).map(({ file }) => file);
  const findWitnesses = createFindWitnesses(sound.folder);
  return {
    close: () => sound.remove(),
    async judge({ of, folder, patches }) {
      const faulty = [...new Set(patches.map(([file]) => file))];
      const related = relatedTo(sound.folder, faulty);
      const reached = all.filter((file) => related.has(file));
      const isNear = isNearTo(of, faulty);
      const witnesses = (files: readonly string[]) => findWitnesses(folder, DAILY, files);
      const near = await witnesses(reached.filter(isNear));
      const found = near.length > 0 ? near : await witnesses(reached.filter((file) => !isNear(file)));
      return found.map(({ file, name }) => `${file}: ${name}`);
    },
  };
}

function isNearTo(of: Mutant['of'], faulty: readonly string[]): (test: string) => boolean {
  const beside = faulty.map((file) => file.replace(/^src\//, 'test/').replace(/[^/]*$/, ''));
  return (test) => [...NEAR[of], ...beside].some((folder) => test.startsWith(folder));
}
