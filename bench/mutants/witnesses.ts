// Tests that fail with a mutant, fail again, and pass without it.

import { type FailedTest, failedTests } from './vitest.ts';

/** Finds tests that detect what is planted in the copy at `folder`; not those that fail anyway or only sometimes. */
export type FindWitnesses = (
  folder: string,
  project: string,
  files: readonly string[],
) => Promise<readonly FailedTest[]>;

/** @param sound - folder of a copy without mutants */
export function createFindWitnesses(sound: string): FindWitnesses {
  /** Files that passed, and that failed, without mutants. */
  const passed = new Map<string, boolean>();

  async function passes(project: string, file: string): Promise<boolean> {
    const known = passed.get(file) ?? (await failedTests(sound, project, [file])).length === 0;
    passed.set(file, known);
    return known;
  }

  return async function findWitnesses(folder, project, files) {
    const failed = await failedTests(folder, project, files);
    const file = failed[0]?.file;
    // A run that hangs would only hang again.
    if (file === undefined) return failed;
    if (await passes(project, file)) {
      const again = await failedTests(folder, project, [file]);
      if (again.length > 0) return again;
    }
    console.log(`left out, because it fails without the mutant or only sometimes: ${file}`);
    const others = files.filter((one) => one !== file);
    return findWitnesses(folder, project, others);
  };
}
