// The command line as people use it: a process of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** How a process ended, with all that it said. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process under way. */
export interface Command {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with what the pattern finds in the standard output. @throws Error if the process ends before it is there */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Where a command runs, and what it finds in its environment beside the path. */
export interface Surroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts `understudy` with arguments. It is killed with the test if it has not ended by then. */
export function understudy(args: readonly string[], { cwd, env = {} }: Surroundings): Command {
  return program([MAIN, ...args], { cwd, env });
}

/** Starts a program of Node. It is killed with the test if it has not ended by then. */
export function program(args: readonly string[], { cwd, env = {} }: Surroundings): Command {
  const child = spawn(process.execPath, [...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
    // It could not even be started, as in a folder that is not there.
    child.on('error', ({ message }) => resolve({ code: null, signal: null, stdout, stderr: stderr + message }));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    child,
    ended,
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(stdout);
          if (found) resolve(found);
        };
        child.stdout.on('data', look);
        look();
        ended.then((end) => reject(new Error(`it ended before it said ${pattern}: ${JSON.stringify(end)}`)));
      }),
  };
}

/** How `understudy` ends that should not start to serve. @throws Error as soon as it serves nevertheless */
export async function refusal(args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  const { prints, ended } = understudy(args, surroundings);
  const served = prints(/Ctrl-C/).then(
    ({ input }) => {
      throw new Error(`it was not refused: ${input}`);
    },
    () => ended,
  );
  return Promise.race([ended, served]);
}

/** Starts `understudy serve` on a free port and waits until it answers. */
export async function serve(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<Command & { readonly url: string; readonly greeting: string }> {
  const command = understudy(['serve', '--port', '0', ...args], surroundings);
  const [greeting, url = ''] = await command.prints(/^Understudy stands in for .* at (http:\S+)\n[\s\S]*Ctrl-C\.\n/m);
  return { ...command, url, greeting };
}
