// Runs a command of the CLI for a tool, and returns what it printed.

import { Readable } from 'node:stream';
import { UsageError } from '../../schema/usage-error.ts';
import type { CommandIO } from '../io.ts';

type Command = (args: readonly string[], io: CommandIO) => Promise<number>;

/** The output of a command. */
export interface Captured {
  readonly code: number;
  readonly stdout: string;
  /** Why it failed, after it had printed a result. Undefined if it did not. */
  readonly failure?: UsageError;
}

interface CaptureSettings {
  /** Stops it. Default: nothing does. */
  readonly signal?: AbortSignal;
  /** Receives what it prints to standard error. Default: ignored. */
  readonly onNotice?: (text: string) => void;
}

/** @throws UsageError as the command, if it has printed nothing */
export async function runCaptured(
  command: Command,
  args: readonly string[],
  { signal, onNotice = () => undefined }: CaptureSettings = {},
): Promise<Captured> {
  let stdout = '';
  const io: CommandIO = {
    stdin: Readable.from([]),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: onNotice },
    env: {},
    onStop(stop) {
      const abort = () => stop('SIGTERM');
      signal?.addEventListener('abort', abort, { once: true });
      return () => signal?.removeEventListener('abort', abort);
    },
  };
  try {
    return { code: await command(args, io), stdout };
  } catch (error) {
    if (stdout === '' || !(error instanceof UsageError)) throw error;
    return { code: 2, stdout, failure: error };
  }
}
