// The terminal of a guide: a shell for commands, and background programs.

import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { GrowingText } from '../support/process.ts';

/** A background program. */
export interface Running {
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
  readonly output: GrowingText;
  stop(): void;
}

/** The result of a command, with both outputs as a terminal shows them. */
export interface Printed {
  readonly code: number | null;
  readonly output: string;
}

/** Printed behind each command, with its exit code. */
const MARK = '--end-of-command--';

/** Starts a command of a shell as a separate program, which is stopped after the test. */
export function startInShell(command: string, cwd: string, env: NodeJS.ProcessEnv): Running {
  const child = spawn('sh', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = outputOf(child);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    killGroup(child, 'SIGKILL');
    await ended;
  });
  return { ended, output, stop: () => killGroup(child, 'SIGTERM') };
}

/** A shell whose folder and variables persist between commands. It is stopped after the test. */
export function openShell(cwd: string, env: NodeJS.ProcessEnv): (command: string) => Promise<Printed> {
  const child = spawn('sh', [], { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const output = outputOf(child);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    killGroup(child, 'SIGKILL');
    await ended;
  });
  return (command) =>
    new Promise((resolve) => {
      const start = output.text().length;
      const look = () => {
        const printed = output.text().slice(start);
        const [found, code] = new RegExp(`\\n${MARK} (\\d+)\\n`).exec(printed) ?? [];
        if (found !== undefined) resolve({ code: Number(code), output: printed.slice(0, printed.indexOf(found)) });
      };
      output.onText(look);
      void ended.then((code) => resolve({ code, output: output.text().slice(start) }));
      child.stdin?.write(`{ ${command}\n} </dev/null 2>&1\nprintf '\\n${MARK} %s\\n' "$?"\n`);
    });
}

/** Both outputs of a program, in order. */
function outputOf({ stdout, stderr }: ChildProcess): GrowingText {
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      for (const listener of listeners) listener();
    });
  return { text: () => text, onText: (listener) => void listeners.add(listener) };
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    // It has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
