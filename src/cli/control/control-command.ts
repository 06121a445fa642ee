// The interface of control commands, which call the control API of a running server.

import type { UnderstudyClient } from '../../client/client.ts';
import type { SandboxClient } from '../../client/sandbox.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { Command, FlagTable } from '../command.ts';
import type { CommandLine } from '../command-line.ts';
import type { CONTROL_FLAGS } from '../command-tables/control-flags.ts';

/** A result, as JSON and as lines of text. */
interface CommandResult {
  /** As in the control API. */
  readonly value: unknown;
  readonly lines: readonly string[];
  /** The exit code. Default 0. */
  readonly code?: number;
  /** Printed to standard error if the result is printed as JSON. */
  readonly warnings?: readonly string[];
}

/** A control command: its entry in the table of commands, and its function. */
export interface ControlCommand<Flags extends FlagTable = FlagTable> {
  readonly command: Command<Flags & typeof CONTROL_FLAGS>;
  /** @throws UnderstudyError, ApiError or UsageError if it fails */
  readonly run: (sandbox: SandboxClient, line: CommandLine<Flags>, server: UnderstudyClient) => Promise<CommandResult>;
}

/** Returns a control command unchanged, with the types of its flags. */
export function controlCommand<Flags extends FlagTable>(
  command: Command<Flags & typeof CONTROL_FLAGS>,
  run: ControlCommand<Flags>['run'],
): ControlCommand<Flags> {
  return { command, run };
}

/** Parses a whole number; undefined stays undefined. @param name - the flag. @throws UsageError for other values */
export function wholeNumberFlag(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`${name} must be a whole number, not ${JSON.stringify(text)}.`);
}

/** An object without its undefined properties. */
export function defined<T extends object>(members: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
