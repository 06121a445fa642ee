// Judges that are programs of their own: where they are, and how they are started on the Node that runs us.

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What a program needs beside its arguments. */
export interface ProgramSettings {
  /** The folder it works in. */
  readonly folder: string;
  /** Further environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A program that has been started. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** What it has printed so far, on both streams. */
  output(): string;
  /** Fulfilled with its exit code once it has ended and all it printed is read; `null` when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts the program `name` of an installed npm package.
 *
 * @throws Error if the package is not installed or has no such program
 */
export function startProgram(
  packageName: string,
  name: string,
  parameters: readonly string[],
  { folder, environment = {} }: ProgramSettings,
): RunningProgram {
  const child = spawn(process.execPath, [scriptOf(packageName, name), ...parameters], {
    cwd: folder,
    env: { ...process.env, FORCE_COLOR: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  return { child, output: () => output, ended };
}

function scriptOf(packageName: string, name: string): string {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve(`${packageName}/package.json`);
  const { bin = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: Readonly<Record<string, string>> };
  const script = bin[name];
  if (script === undefined) throw new Error(`The package ${packageName} has no program with the name "${name}".`);
  return join(dirname(manifest), script);
}
