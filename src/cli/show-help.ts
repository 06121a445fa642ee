// `understudy help`: the list of commands, one command, or the exit codes.

import { findNearestName } from '../schema/nearest-name.ts';
import { UsageError } from '../schema/usage-error.ts';
import { readCommandLine } from './command-line.ts';
import { allCommands, findCommand } from './command-table.ts';
import { HELP } from './command-tables/help.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { commandHelp, commandList, exitCodeHelp, helpStyle } from './help.ts';
import type { CommandIO } from './io.ts';
import { printResult } from './print-result.ts';

/** The command. @throws UsageError if there is no such command */
export async function showHelp(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(HELP, args, io);
  if (!line) return 0;
  const [name] = line.positionals;
  const style = helpStyle(io);
  if (name === undefined) {
    const result = { commands: allCommands(), exitCodes: EXIT_CODES };
    if (line.values.json) printResult(io, true, result, []);
    else io.stdout.write(commandList(allCommands(), style));
    return 0;
  }
  if (name === 'exit-codes') {
    if (line.values.json) printResult(io, true, EXIT_CODES, []);
    else io.stdout.write(exitCodeHelp(style));
    return 0;
  }
  const command = findCommand(name);
  if (!command) throw unknownCommand(name);
  if (line.values.json) printResult(io, true, command, []);
  else io.stdout.write(commandHelp(command, style));
  return 0;
}

/** An error for a word that is neither a command nor a file. */
export function unknownCommand(name: string): UsageError {
  const nearest = findNearestName(
    name,
    allCommands().flatMap((command) => [command.name, command.synonym ?? []].flat()),
  );
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return new UsageError(`${JSON.stringify(name)} is neither a command nor a file${hint}`, ['See understudy help.']);
}
