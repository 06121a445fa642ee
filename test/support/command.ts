// Runs commands of `understudy` in the test process.

import { realpathSync } from 'node:fs';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { run } from '../../src/cli/run.ts';
import type { Ended, Surroundings } from './process.ts';
import { awaitMatch, type GrowingText, SERVES, startCommand } from './process.ts';

/** A running command. */
export interface RunningCommand {
  readonly ended: Promise<Ended>;
  /** Resolves with the first match in the standard output. @throws Error if the command ends without one */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the first match in the standard error. @throws Error if the command ends without one */
  reports(pattern: RegExp): Promise<RegExpExecArray>;
  /** Acts like the first Ctrl-C. */
  stop(): void;
  /** Both outputs, as in a terminal. */
  readonly output: GrowingText;
}

/** Running commands, all in one folder: the working directory belongs to the process. */
const running = new Set<Promise<Ended>>();
const home = process.cwd();

/** Runs `understudy` with arguments. It is stopped at the end of the test if it still runs. */
export function understudy(args: readonly string[], { cwd, env = {}, input = '' }: Surroundings): RunningCommand {
  if (running.size > 0 && process.cwd() !== realpathSync(cwd))
    throw new Error('another command runs in another folder');
  process.chdir(cwd);
  const stops = new Set<(signal: 'SIGINT') => void>();
  const both = createOutput();
  const stdout = createOutput(both);
  const stderr = createOutput(both);
  const ended = run(args, {
    stdin: Readable.from([Buffer.from(input)]),
    stdout,
    stderr,
    env: { PATH: process.env.PATH, ...env },
    onStop(stop) {
      stops.add(stop);
      return () => stops.delete(stop);
    },
  }).then((code): Ended => ({ code, signal: null, stdout: stdout.text(), stderr: stderr.text() }));
  const stop = () => {
    for (const one of stops) one('SIGINT');
    stops.clear();
  };
  running.add(ended);
  const done = ended.finally(() => {
    running.delete(ended);
    if (running.size === 0) process.chdir(home);
  });
  onTestFinished(async () => {
    stop();
    await done;
  });
  return {
    ended: done,
    prints: (pattern) => awaitMatch(pattern, stdout, done),
    reports: (pattern) => awaitMatch(pattern, stderr, done),
    stop,
    output: both,
  };
}

/** The result of `understudy` with invalid input. @throws Error as soon as it serves nevertheless */
export async function rejection(args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  const { prints, ended } = understudy(args, surroundings);
  const served = prints(/Ctrl-C/).then(
    ({ input }) => {
      throw new Error(`it was not rejected: ${input}`);
    },
    () => ended,
  );
  return Promise.race([ended, served]);
}

/** Runs `understudy serve` on a free port and waits until it listens. */
export async function serve(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<RunningCommand & { readonly url: string; readonly greeting: string }> {
  const command = understudy([startCommand(args, surroundings), '--port', '0', ...args], surroundings);
  const [greeting, url = ''] = await command.prints(SERVES);
  return { ...command, url, greeting };
}

/** Output text, for `awaitMatch`. It is also written to `copy`. */
function createOutput(copy?: { write(more: string): void }) {
  let text = '';
  const listeners = new Set<() => void>();
  return {
    write(more: string) {
      text += more;
      copy?.write(more);
      for (const listener of listeners) listener();
    },
    text: () => text,
    onText: (listener: () => void) => void listeners.add(listener),
  };
}
