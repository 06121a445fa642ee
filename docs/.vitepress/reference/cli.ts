// The pages about the command line and its exit codes, from the table of commands.

import { COMMAND_GROUPS, type Command, type Flag, formsOf } from '../../../src/cli/command.ts';
import { allCommands } from '../../../src/cli/command-table.ts';
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts';
import { blocks, cell, code, GENERATED, prose, table } from './write.ts';

export function cliPage(): string {
  const commands = allCommands();
  return blocks(
    '# Command line',
    GENERATED,
    'The command is `understudy`, or `npx understudy` in a project that has the package. Without the package: `npx understudy-api`.',
    'A document as first word means `serve`: `understudy openapi.yaml`. `understudy help COMMAND` prints what this page shows. [Exit codes](exit-codes.md).',
    ...COMMAND_GROUPS.flatMap((group) => [
      `## ${group}`,
      ...commands.filter((command) => command.group === group).map(commandText),
    ]),
  );
}

function commandText(command: Command): string {
  const { name, synonym, about, flags, notes = [], exitCodes } = command;
  return blocks(
    `### ${name}`,
    `\`\`\`text\n${formsOf(command)
      .map((form) => `understudy ${form}`)
      .join('\n')}\n\`\`\``,
    ...about.map(prose),
    synonym === undefined ? '' : `\`${synonym}\` is a synonym.`,
    ...flagTables(flags),
    ...notes.map(prose),
    exitCodes === undefined ? '' : exitCodeTable(exitCodes),
  );
}

/** A table for each group of flags. */
function flagTables(flags: Readonly<Record<string, Flag>>): readonly string[] {
  const groups = Map.groupBy(Object.entries(flags), ([, { group }]) => group ?? '');
  return [...groups].map(([group, entries]) =>
    blocks(
      groups.size > 1 && group !== '' ? `**${group}**` : '',
      table(
        ['flag', 'description', 'default'],
        entries.map(([name, flag]) => [flagText(name, flag), description(flag), defaultOf(flag)]),
      ),
    ),
  );
}

function flagText(name: string, { short, takes }: Flag): string {
  const names = [...(short === undefined ? [] : [`-${short}`]), `--${name}${takes ? ` ${takes}` : ''}`];
  return names.map(code).join(', ');
}

function description({ help, choices, isRepeatable }: Flag): string {
  const values = choices === undefined ? '' : `. Values: ${choices.map(code).join(', ')}`;
  return `${cell(help)}${values}${isRepeatable ? '. May be repeated' : ''}`;
}

function defaultOf({ default: value, defaultNote }: Flag): string {
  return cell([value === undefined ? '' : code(value), defaultNote ?? ''].filter((one) => one !== '').join(', '));
}

export function exitCodesPage(): string {
  const special = allCommands().filter(({ exitCodes }) => exitCodes !== undefined);
  return blocks(
    '# Exit codes',
    GENERATED,
    'All commands use the same codes:',
    exitCodeTable(EXIT_CODES),
    'Some commands say more:',
    table(
      ['command', 'code', 'meaning'],
      special.flatMap(({ name, exitCodes = {} }) =>
        Object.entries(exitCodes).map(([number, meaning], index) => [
          index === 0 ? `[\`${name}\`](cli.md#${name})` : '',
          number,
          cell(meaning),
        ]),
      ),
    ),
    'With `-- COMMAND`, `proxy` passes the exit code of the command on when it is not 0.',
  );
}

function exitCodeTable(codes: Readonly<Record<number, string>>): string {
  return table(
    ['exit code', 'meaning'],
    Object.entries(codes).map(([number, meaning]) => [number, cell(meaning)]),
  );
}
