// Parses the arguments of a command by its table of flags.

import { parseArgs } from 'node:util';
import { findNearestName } from '../schema/nearest-name.ts';
import { UsageError } from '../schema/usage-error.ts';
import { type Command, type Flag, type FlagTable, type FlagValues, formsOf } from './command.ts';
import type { CommandIO } from './io.ts';

/** A parsed command line. */
export interface CommandLine<Flags extends FlagTable> {
  readonly values: FlagValues<Flags>;
  /** The arguments besides flags. */
  readonly positionals: readonly string[];
}

/**
 * Parses a command line. With `--help`, it prints the help text.
 *
 * @returns undefined if help was printed
 * @throws UsageError with all invalid arguments
 */
export async function readCommandLine<const Flags extends FlagTable>(
  command: Command<Flags>,
  args: readonly string[],
  io: Pick<CommandIO, 'stdout' | 'env'>,
): Promise<CommandLine<Flags> | undefined> {
  const { isHelp, problems, ...line } = parse(command, args);
  if (isHelp) {
    const { commandHelp, helpStyle } = await import('./help.ts');
    io.stdout.write(commandHelp(command, helpStyle(io)));
    return undefined;
  }
  // The value of an unknown flag would be an unexpected argument.
  const all = problems.length > 0 ? problems : argumentProblems(command, line.positionals);
  if (all.length > 0) throw usageError(command, ...all);
  return line;
}

/** An error for arguments that a command cannot use. */
export function usageError({ name }: Pick<Command, 'name'>, ...problems: readonly string[]): UsageError {
  const [only = '', ...others] = problems;
  const help = `See understudy ${name} --help.`;
  return others.length === 0
    ? new UsageError(only, [help])
    : new UsageError('These arguments cannot be used:', [...problems, help]);
}

/** Marks an argument that begins with a dash. No argument contains it. */
const NEGATIVE = '\0';

function parse<const Flags extends FlagTable>({ flags }: Command<Flags>, args: readonly string[]) {
  const table: FlagTable = flags;
  const options = Object.fromEntries(
    Object.entries({ ...table, help: { short: 'h', help: '' } as Flag }).map(([name, { takes, short }]) => [
      name,
      { type: takes ? ('string' as const) : ('boolean' as const), ...(short !== undefined && { short }) },
    ]),
  );
  const given = withValues(args, options);
  // A negative number is an argument; `parseArgs` would read it as flags.
  const marked = given.map((arg) => (/^-\d/.test(arg) ? NEGATIVE + arg : arg));
  const { tokens } = parseArgs({ args: marked, options, strict: false, allowPositionals: true, tokens: true });
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(table).map(([name, flag]) => [name, flag.takes ? flag.default : false]),
  );
  const positionals: string[] = [];
  const problems: string[] = [];
  let isHelp = false;
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value.replace(NEGATIVE, ''));
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const flag = Object.hasOwn(table, name) ? table[name] : undefined;
    if (name === 'help') isHelp = true;
    else if (!flag) problems.push(unknownFlag(rawName, Object.keys(options)));
    else if (!flag.takes) {
      if (value !== undefined) problems.push(`${rawName} takes no value, not ${JSON.stringify(value)}`);
      values[name] = true;
    } else if (value === undefined) problems.push(`${rawName} needs a value: ${rawName} ${flag.takes}`);
    else {
      problems.push(...choiceProblems(rawName, value, flag));
      values[name] = flag.isRepeatable ? [...((values[name] as readonly string[] | undefined) ?? []), value] : value;
    }
  }
  return { isHelp, problems, positionals, values: values as FlagValues<Flags> };
}

function unknownFlag(rawName: string, names: readonly string[]): string {
  const nearest = findNearestName(rawName.replace(/^-+/, ''), names);
  return `Unknown flag ${rawName}${nearest === undefined ? '' : `; did you mean --${nearest}?`}`;
}

function choiceProblems(rawName: string, value: string, { choices }: Flag): readonly string[] {
  if (!choices || choices.includes(value)) return [];
  const nearest = findNearestName(value, choices);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return [`${rawName} must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}, not "${value}"${hint}`];
}

/** Joins `--flag VALUE` as `--flag=VALUE`: `parseArgs` would read a value with a dash as a flag. */
function withValues(
  args: readonly string[],
  options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>,
): string[] {
  const end = args.indexOf('--');
  const flagged = end < 0 ? args : args.slice(0, end);
  const flagOf = (arg = '') =>
    arg.startsWith('--') && Object.hasOwn(options, arg.slice(2)) ? options[arg.slice(2)] : undefined;
  const joined = flagged.flatMap((arg, index) => {
    if (flagOf(flagged[index - 1])?.type === 'string' && !flagOf(arg)) return [];
    const value = flagged[index + 1];
    return flagOf(arg)?.type === 'string' && value !== undefined && !flagOf(value) ? [`${arg}=${value}`] : [arg];
  });
  return [...joined, ...args.slice(flagged.length)];
}

/** Problems of the first argument, and of the number of arguments. */
function argumentProblems(command: Command, positionals: readonly string[]): readonly string[] {
  const { needed, most } = argumentsIn(command.arguments);
  const [action] = positionals;
  if (action !== undefined && command.actions && !command.actions.includes(action)) {
    const nearest = findNearestName(action, command.actions);
    const hint = nearest === undefined ? `use ${command.actions.join(', ')}` : `did you mean ${nearest}?`;
    return [`Unknown ${actionName(command)} ${JSON.stringify(action)}; ${hint}`];
  }
  const missing = needed[positionals.length];
  const forms = formsOf(command).map((form) => `understudy ${form}`);
  if (missing !== undefined) return [`${missing} is missing. Usage: ${forms.join(', or ')}`];
  const [surplus] = positionals.slice(most);
  return surplus === undefined ? [] : [`Unexpected argument ${JSON.stringify(surplus)}. Usage: ${forms.join(', or ')}`];
}

/** ACTION of `[ACTION NAME]`, in lower case. */
function actionName({ arguments: given }: Command): string {
  return given.replace(/^\[/, '').split(' ', 1)[0]?.toLowerCase() ?? '';
}

/** The required arguments, and the maximum number of arguments. */
function argumentsIn(text: string): { readonly needed: readonly string[]; readonly most: number } {
  const all = text.split(' ').filter((name) => name !== '');
  const needed = all.slice(0, all.findIndex((name) => name.startsWith('[')) >>> 0);
  return {
    needed: needed.map((name) => name.replace('…', '')),
    most: text.includes('…') ? Number.POSITIVE_INFINITY : all.length,
  };
}
