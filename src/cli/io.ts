// What a command reads, prints and is stopped by.

import { inspect } from 'node:util';
import type { MockServerSettings } from '../app/server-settings.ts';
import { printableLines } from '../schema/printable.ts';
import { onStopSignal } from './stop-signal.ts';

/** Text that a command prints. */
export interface Output {
  write(text: string): unknown;
  /** Whether a person reads it as it comes. */
  readonly isTTY?: boolean | undefined;
  /** The width of a terminal, in characters. */
  readonly columns?: number;
  /** Its file descriptor, for logs that are written past it. Default: 1. */
  readonly fd?: number;
}

/** The surroundings of a command: those of the process, or of a test. Relative paths are those of the process. */
export interface CommandIO {
  readonly stdin: AsyncIterable<Buffer>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Calls `stop` once, when the command is to end early.
   *
   * @param kill - called before a second signal ends the process at once. Default: nothing
   * @returns a function that removes it
   */
  onStop(stop: () => void, kill?: () => void): () => void;
}

/** The input and output of this process. It is stopped by SIGINT and SIGTERM. */
export function processIO(): CommandIO {
  // A reader such as `head` may close the pipe before everything is printed.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    stdin: process.stdin,
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
