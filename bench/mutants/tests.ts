// The tests of `npm test` before a fault: those that it can reach, the likeliest first, up to the first that fails.

import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Judge } from './judges.ts';
import type { Mutant } from './mutant.ts';
import { copyProject } from './plant.ts';
import { relatedTo } from './related.ts';

/** Tests of what each serves: they come first, with those beside the files that have the fault. */
const NEAR = { identity: ['test/identity/'], workshop: ['test/resource/'] };
const LONGEST_RUN = 3_600_000;

/** A test that failed. */
interface Failed {
  /** From the root. */
  readonly file: string;
  readonly name: string;
}

/** @returns a judge that is silent of what fails without the fault as well, or now and then */
export async function openTests(): Promise<{ judge: Judge; close(): Promise<void> }> {
  const sound = await copyProject();
  const all = await filesOfTests(sound.folder);

  /** What fails again when it is run again, and not without the fault. */
  async function witnessesIn(folder: string, files: readonly string[]): Promise<readonly Failed[]> {
    const failed = files.length === 0 ? [] : await failedIn(folder, files);
    if (failed.length === 0) return [];
    const doubtful = filesOf(failed);
    const without = new Set(filesOf(await failedIn(sound.folder, doubtful)));
    const again = (await failedIn(folder, doubtful)).filter(({ file }) => !without.has(file));
    if (again.length > 0) return again;
    console.log(`left out, because it fails without the fault or only now and then: ${doubtful.join(', ')}`);
    return witnessesIn(
      folder,
      files.filter((file) => !doubtful.includes(file)),
    );
  }
  return {
    close: () => sound.remove(),
    async judge({ of, folder, patches }) {
      const faulty = [...new Set(patches.map(([file]) => file))];
      const related = relatedTo(sound.folder, faulty);
      const asked = all.filter((file) => related.has(file));
      const isNear = isNearTo(of, faulty);
      const near = await witnessesIn(folder, asked.filter(isNear));
      const found =
        near.length > 0
          ? near
          : await witnessesIn(
              folder,
              asked.filter((file) => !isNear(file)),
            );
      return found.map(({ file, name }) => `${file}: ${name}`);
    },
  };
}

function filesOf(failed: readonly Failed[]): readonly string[] {
  return [...new Set(failed.map(({ file }) => file))];
}

function isNearTo(of: Mutant['of'], faulty: readonly string[]): (test: string) => boolean {
  const beside = faulty.map((file) => file.replace(/^src\//, 'test/').replace(/[^/]*$/, ''));
  return (test) => [...NEAR[of], ...beside].some((folder) => test.startsWith(folder));
}

async function filesOfTests(folder: string): Promise<readonly string[]> {
  const { stdout } = await vitest(folder, ['list', '--filesOnly', '--json']);
  return (JSON.parse(stdout) as { file: string }[]).map(({ file }) => relative(folder, file));
}

/** Runs files of tests, up to the first that fails. @throws Error if they do not end in time */
async function failedIn(folder: string, files: readonly string[]): Promise<readonly Failed[]> {
  const told = join(folder, 'tests.json');
  await rm(told, { force: true });
  const parameters = ['run', '--bail', '1', '--maxWorkers', '1', '--reporter', 'json', '--outputFile', told];
  try {
    await vitest(folder, [...parameters, ...files]);
    return [];
  } catch (error) {
    if ((error as { killed?: boolean }).killed) throw new Error('the tests did not end in time');
    const { testResults } = JSON.parse(await readFile(told, 'utf8')) as Told;
    const failed = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => ({ file: relative(folder, name), name: fullName })),
    );
    if (failed.length > 0) return failed;
    // Files that are not run any more after a test has failed are told as failed, too.
    const unloaded = testResults.filter(({ status }) => status === 'failed');
    if (unloaded.length === 0) throw error;
    return unloaded.map(({ name }) => ({ file: relative(folder, name), name: 'it cannot be loaded' }));
  }
}

/** What Vitest's reporter `json` says. */
interface Told {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function vitest(folder: string, parameters: readonly string[]): Promise<{ stdout: string }> {
  const program = join(folder, 'node_modules/vitest/vitest.mjs');
  const projects = ['--project', 'together', '--project', 'apart'];
  const settings = { cwd: folder, timeout: LONGEST_RUN, maxBuffer: 2 ** 28 };
  return promisify(execFile)(process.execPath, [program, ...parameters, ...projects], settings);
}
