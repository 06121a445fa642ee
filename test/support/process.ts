// Runs programs in separate processes.

import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The exit of a process, with its complete output. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running process. */
export interface Command {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with the first match in the standard output. @throws Error if the process ends before that */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
}

/** The working directory of a command, and its environment besides the path. */
export interface Surroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A program with arguments that starts it, such as `unshare`. Default: none. */
  readonly starter?: readonly string[];
  /** The program that gets the arguments. Default: Node. */
  readonly program?: string;
  /** Its standard input. Default: empty. */
  readonly input?: string;
}

/** The command that starts a server: `serve`, or `demo` if neither the arguments nor the folder contain something to serve. */
export function startCommand(args: readonly string[], { cwd }: Pick<Surroundings, 'cwd'>): 'serve' | 'demo' {
  const isNamed = args.some((arg, index) => {
    const isValue = args[index - 1] === '--issuer';
    return arg === '-' || /^--(overlay|handlers)/.test(arg) || (!isValue && /^https?:|\.(ya?ml|json)$/.test(arg));
  });
  const isFound = readdirSync(cwd).some((name) =>
    /^understudy\./.test(name)
      ? /apis/.test(readFileSync(join(cwd, name), 'utf8'))
      : /^(openapi|spec|api)$|\.(ya?ml|json)$/.test(name) && name !== 'package.json',
  );
  return isNamed || isFound ? 'serve' : 'demo';
}

/** The startup output of `understudy serve`, which contains the address. */
export const SERVES = /^Mocking .* at (https?:\S+)\n[\s\S]*Ctrl-C\.\n/m;

/** Starts a program. The caller ends it. */
export function startProgram(
  args: readonly string[],
  { cwd, env = {}, starter = [], program = process.execPath, input = '' }: Surroundings,
): Command {
  const [command = '', ...rest] = [...starter, program, ...args];
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Most read no input.
  child.stdin.on('error', () => undefined).end(input);
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
    // It could not be started, for example in a missing folder.
    child.on('error', ({ message }) => resolve({ code: null, signal: null, stdout, stderr: stderr + message }));
  });
  return {
    child,
    ended,
    prints: (pattern) =>
      awaitMatch(pattern, { text: () => stdout, onText: (listener) => void child.stdout.on('data', listener) }, ended),
  };
}

/** Text that arrives in chunks. */
export interface GrowingText {
  text(): string;
  onText(listener: () => void): void;
}

/** Resolves with the first match in growing text. @throws Error if the command ends without one */
export function awaitMatch(pattern: RegExp, output: GrowingText, ended: Promise<Ended>): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = pattern.exec(output.text());
      if (found) resolve(found);
    };
    output.onText(look);
    look();
    ended.then((end) => {
      look();
      reject(new Error(`it ended before it printed ${pattern}: ${JSON.stringify(end)}`));
    }, reject);
  });
}
