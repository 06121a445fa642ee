// The parts of a command for completion scripts.

import type { Command, Flag } from '../command.ts';

/** The names of the programs. */
export const PROGRAMS = ['understudy', 'understudy-api'] as const;

/** The names of a command. */
export function namesOf({ name, synonym }: Command): readonly string[] {
  return synonym === undefined ? [name] : [name, synonym];
}

/** All flags of a command, with --help. */
export function flagsOf({ flags }: Command): readonly (readonly [string, Flag])[] {
  return [...Object.entries<Flag>(flags), ['help', { short: 'h', help: 'show help' }]];
}

/** The valid first arguments, if they are a fixed list. */
export function firstArguments(command: Command, commands: readonly Command[]): readonly string[] {
  return command.name === 'help' ? [...commands.flatMap(namesOf), 'exit-codes'] : (command.actions ?? []);
}

/** Whether a command takes files. */
export function takesFiles({ arguments: given }: Command): boolean {
  return /FILE|DOCUMENT|OLD|DIR/.test(given);
}

/** The kind of path that a flag takes. */
export function pathKind({ takes = '' }: Flag): 'file' | 'folder' | undefined {
  if (takes === 'DIR') return 'folder';
  return takes === 'FILE' || takes === 'OVERLAY' ? 'file' : undefined;
}
