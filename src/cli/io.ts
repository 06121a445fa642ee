// The input, output, environment and stop signals of a command.

import { inspect } from 'node:util';
import type { MockServerSettings } from '../app/server-settings.ts';
import { printableLines } from '../schema/printable.ts';

/** Text that a command prints. */
export interface Output {
  write(text: string): unknown;
  /** Whether it is a terminal. */
  readonly isTTY?: boolean | undefined;
  /** The width of a terminal, in characters. */
  readonly columns?: number;
  /** Its file descriptor, for logs that are written directly. Default: 1. */
  readonly fd?: number;
}

/** A signal that stops a command. */
export type StopSignal = (typeof SIGNALS)[number];

/** The environment of a command: that of the process, or of a test. Paths are relative to the folder of the process. */
export interface CommandIO {
  readonly stdin: AsyncIterable<Buffer>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Calls `stop` once with the signal, when the command has to end early.
   *
   * @param kill - called before a second signal ends the process at once. Default: nothing
   * @returns a function that removes it
   */
  onStop(stop: (signal: StopSignal) => void, kill?: () => void): () => void;
}

/** The input and output of this process. It is stopped by SIGINT and SIGTERM. */
export function processIO(): CommandIO {
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    // Opened by the commands that read it.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    onStop: onStopSignal,
  };
}

/** Settings of a mock server that prints notices and errors of handlers to standard error. */
export function reporting({ stderr }: CommandIO): Pick<MockServerSettings, 'onNotice' | 'onError'> {
  const print = (text: string) => void stderr.write(`${printableLines(text)}\n`);
  return { onNotice: print, onError: (thrown) => print(inspect(thrown)) };
}

/** Milliseconds after the first signal in which further ones repeat it. */
const REPEATED_WITHIN = 500;

/** The number of signals of one Ctrl-C: npm receives it as well and forwards it, late on a busy machine. */
const SIGNALS_OF_ONE_STOP = process.env.npm_lifecycle_event === undefined ? 1 : 2;

/** npx runs commands in a shell, and a signal that ends both does not reach the command. */
const IS_OF_NPX = process.env.npm_lifecycle_event === 'npx';
/** The process that started this one. */
const PARENT = process.ppid;
/** Milliseconds between two looks at the parent. */
const PARENT_INTERVAL = 500;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Calls `stop` at the first SIGTERM or SIGINT, or when npx has ended. A later one has its default effect: it ends the process.
 *
 * @param kill - called before a later one ends the process
 * @returns a function that removes the handlers
 */
function onStopSignal(stop: (signal: StopSignal) => void, kill: () => void = () => undefined): () => void {
  let received = 0;
  let first: number | undefined;
  const handle = (signal: StopSignal) => {
    received += 1;
    first ??= performance.now();
    if (received === 1) stop(signal);
    if (received <= SIGNALS_OF_ONE_STOP || performance.now() - first < REPEATED_WITHIN) return;
    remove();
    kill();
    process.kill(process.pid, signal);
  };
  const endWithNpx = () => {
    if (process.ppid !== PARENT && received === 0) handle('SIGTERM');
  };
  const watch = IS_OF_NPX ? setInterval(endWithNpx, PARENT_INTERVAL).unref() : undefined;
  const remove = () => {
    clearInterval(watch);
    for (const signal of SIGNALS) process.off(signal, handle);
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return remove;
}
