// Runs Vitest in a copy of the project, up to the first failure.

import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The projects of `npm test`, and those that `.ci/run` runs after it. */
export const [DAILY, CI] = ['daily', ['process', 'slow', 'postgres', 'browser']] as const;

/** A run without output for so many milliseconds hangs: no test may take half of it. */
const SILENCE = 300_000;

export interface TestFile {
  /** From the root of the project. */
  readonly file: string;
  readonly project: string;
}

export interface FailedTest {
  /** From the root of the project. Undefined where the whole run hangs. */
  readonly file: string | undefined;
  readonly name: string;
}

export async function listTests(folder: string, projects: readonly string[]): Promise<readonly TestFile[]> {
  const { stdout } = await vitest(folder, ['list', '--filesOnly', '--json', ...projects.flatMap(named)]);
  const found: readonly { file: string; projectName: string }[] = JSON.parse(stdout);
  return found.map(({ file, projectName }) => ({ file: relative(folder, file), project: projectName }));
}

export async function failedTests(
  folder: string,
  project: string,
  files: readonly string[],
): Promise<readonly FailedTest[]> {
  if (files.length === 0) return [];
  const report = join(folder, 'tests.json');
  await rm(report, { force: true });
  const reporters = ['--reporter', 'verbose', '--reporter', 'json', '--outputFile.json', report];
  const options = ['--bail', '1', '--maxWorkers', '1', ...reporters, ...named(project)];
  const { code, hangs, stdout } = await vitest(folder, ['run', ...options, ...files]);
  if (code === 0) return [];
  if (hangs) return [{ file: undefined, name: `the tests of ${project} hang` }];
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`Vitest wrote no report: ${stdout.slice(-2000)}`);
  });
  const { testResults }: Report = JSON.parse(text);
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => ({ file: relative(folder, name), name: fullName })),
  );
  if (failed.length > 0) return failed;
  // After a failure, files that were not run count as failed, too.
  const unloaded = testResults.filter(({ status }) => status === 'failed');
  if (unloaded.length === 0) return [{ file: undefined, name: `Vitest ended with ${code}` }];
  return unloaded.map(({ name }) => ({ file: relative(folder, name), name: 'the file cannot be loaded' }));
}

/** The output of Vitest's reporter `json`. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function named(project: string): readonly string[] {
  return ['--project', project];
}

interface Ended {
  readonly code: number | null;
  readonly hangs: boolean;
  readonly stdout: string;
}

function vitest(folder: string, options: readonly string[]): Promise<Ended> {
  const program = join(folder, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, CI: 'true' };
  // In its own process group: a worker that hangs does not end with Vitest.
  const child = spawn(process.execPath, [program, ...options], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const kill = () => void (child.pid && process.kill(-child.pid, 'SIGKILL'));
  process.once('exit', kill);
  return new Promise((resolve, reject) => {
    let hangs = false;
    let stdout = '';
    const timer = setTimeout(() => {
      hangs = true;
      kill();
    }, SILENCE);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      timer.refresh();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', kill);
      resolve({ code, hangs, stdout });
    });
  });
}
