// Help texts: a command with its flags, and the list of all commands.

import { styleText } from 'node:util';
import { hasColour, widthOf } from './colour.ts';
import { COMMAND_GROUPS, type Command, type Flag, formsOf } from './command.ts';
import { EXIT_CODES } from './exit-codes.ts';
import type { CommandIO } from './io.ts';

/** The format of help texts. */
export interface HelpStyle {
  readonly width: number;
  readonly isColoured: boolean;
}

/** The style of a standard output. */
export function helpStyle({ stdout, env }: Pick<CommandIO, 'stdout' | 'env'>): HelpStyle {
  return { width: widthOf(stdout), isColoured: hasColour(env, stdout.isTTY === true) };
}

/** The help text of a command. */
export function commandHelp(command: Command, style: HelpStyle): string {
  const { about, flags, notes = [], exitCodes } = command;
  return text([
    formsOf(command).flatMap((form) => wrapped(`understudy ${form}`, style.width, 4)),
    ...about.map((paragraph) => wrapped(paragraph, style.width)),
    ...sections(flags).map(([title, entries]) => [
      heading(title, style),
      ...rows(
        entries.map(([name, flag]) => [flagName(name, flag), flagText(flag)]),
        style,
      ),
    ]),
    ...notes.map((paragraph) => wrapped(paragraph, style.width)),
    ...(exitCodes ? [[heading('Exit codes', style), ...rows(Object.entries(exitCodes), style)]] : []),
  ]);
}

/** The list of all commands. */
export function commandList(commands: readonly Command[], style: HelpStyle): string {
  const row = (command: Command): readonly [string, string] => [
    [command.name, command.arguments].join(' ').trim(),
    command.summary + (command.synonym === undefined ? '' : ` (or: ${command.synonym})`),
  ];
  const parts = [
    ['Most used', commands.filter(({ isCommon }) => isCommon)] as const,
    ...COMMAND_GROUPS.map((group) => [group, commands.filter((one) => one.group === group && !one.isCommon)] as const),
  ];
  return text([
    wrapped('understudy: a stateful mock server and contract-testing tool for any OpenAPI document', style.width),
    [
      heading('Start here', style),
      ...rows([['understudy openapi.yaml', 'serve an OpenAPI document: a file or a URL']], style),
    ],
    ...parts.map(([title, some]) => [heading(title, style), ...rows(some.map(row), style)]),
    wrapped(
      '`understudy help COMMAND` or `understudy COMMAND --help` explains a command, `understudy help exit-codes` the exit codes; `understudy --version` prints the version.',
      style.width,
    ),
  ]);
}

/** The exit codes of all commands. */
export function exitCodeHelp(style: HelpStyle): string {
  return text([[heading('Exit codes', style), ...rows(Object.entries(EXIT_CODES), style)]]);
}

/** Flags by headings, the most used first. */
function sections(flags: Command['flags']): readonly (readonly [string, readonly (readonly [string, Flag])[]])[] {
  const all: readonly (readonly [string, Flag])[] = [
    ...Object.entries(flags),
    ['help', { short: 'h', help: 'show this help' }],
  ];
  const found = new Map<string, (readonly [string, Flag])[]>();
  const others = Object.values(flags).some(({ isCommon }) => isCommon) ? 'Other' : 'Flags';
  for (const [name, flag] of all) {
    const title = flag.isCommon ? 'Most used' : (flag.group ?? others);
    found.set(title, [...(found.get(title) ?? []), [name, flag]]);
  }
  const common = found.get('Most used');
  found.delete('Most used');
  return [...(common ? [['Most used', common] as const] : []), ...found];
}

function flagName(name: string, { short, takes }: Flag): string {
  return `${short ? `-${short}, ` : ''}--${name}${takes ? ` ${takes}` : ''}`;
}

function flagText({ help, default: usual, defaultNote }: Flag): string {
  const shown = usual === undefined || usual === '' ? defaultNote : usual;
  return shown === undefined ? help : `${help} (default: ${shown})`;
}

/** The maximum width of a name with its text on the same line. */
const MAX_NAME_WIDTH = 26;

/** Names with texts beside them, or below a long name, or in a narrow terminal. */
function rows(entries: readonly (readonly [string, string])[], { width, isColoured }: HelpStyle): readonly string[] {
  const widths = entries.map(([name]) => name.length).filter((length) => length <= MAX_NAME_WIDTH);
  const indent = width < 60 ? 6 : Math.max(0, ...widths) + 4;
  return entries.flatMap(([name, explanation]) => {
    const shown = isColoured ? styleText('cyan', name, { validateStream: false }) : name;
    const [first = '', ...more] = wrapped(explanation, width, indent, indent);
    if (name.length + 4 > indent) return [`  ${shown}`, first, ...more];
    return [`  ${shown}${' '.repeat(indent - 2 - name.length)}${first.trimStart()}`, ...more];
  });
}

function heading(title: string, { isColoured }: HelpStyle): string {
  return isColoured ? styleText('bold', `${title}:`, { validateStream: false }) : `${title}:`;
}

/** Paragraphs, with an empty line between them. */
function text(paragraphs: readonly (readonly string[])[]): string {
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Lines of at most `width` characters. @param indent - of all lines but the first @param first - of the first */
function wrapped(words: string, width: number, indent = 0, first = 0): readonly string[] {
  const lines: string[] = [];
  let line = ' '.repeat(first);
  for (const word of words.split(' ')) {
    const isEmpty = line.trim() === '';
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = ' '.repeat(indent) + word;
    } else line += isEmpty ? word : ` ${word}`;
  }
  return [...lines, line];
}
