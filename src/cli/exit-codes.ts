// The exit codes of all commands, in one table.

import type { StopSignal } from './io.ts';

/** The exit code of a command that a signal stopped before it found anything, as in shells. */
export const STOPPED_BY: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143 };

/** The meanings of exit codes, unless a command has its own. */
export const EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'success',
  1: 'the command found what it checks for (findings, changes, a server that is not ready), or an internal error occurred',
  2: 'arguments, settings or files cannot be used, or the server cannot be reached',
  130: 'stopped by Ctrl-C (SIGINT) before anything was found',
  143: 'stopped by SIGTERM before anything was found, or before the command could shut down',
};
