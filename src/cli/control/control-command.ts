// The form of a control command: it calls the control API of a running server.

import type { UnderstudyClient } from '../../client/client.ts';
import type { SandboxClient } from '../../client/sandbox.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { Command, FlagTable } from '../command.ts';
import type { CommandLine } from '../command-line.ts';
import type { CONTROL_FLAGS } from '../table/control-flags.ts';

/** A result, for programs and for people. */
export interface CommandResult {
  /** As in the control API. */
  readonly value: unknown;
  readonly lines: readonly string[];
  /** The exit code. Default 0. */
  readonly code?: number;
  /** Printed to standard error if the result is printed as JSON. */
  readonly warnings?: readonly string[];
}

/** A control command: its row in the table, and what it does. */
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

/** A whole number; undefined where it is not given. @param name - of the flag. @throws UsageError if it is not one */
export function wholeNumberFlag(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new UsageError(`${name} must be a whole number, not ${JSON.stringify(given)}.`, []);
}

/** An object without its undefined properties. */
export function defined<T extends object>(members: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
