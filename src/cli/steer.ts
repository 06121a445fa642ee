// Commands that steer a running stand-in, or look into it: thin faces of the client.

import { parseArgs } from 'node:util';
import { withToken } from '../client/ask.ts';
import { type UnderstudyClient, UnderstudyError, understudy } from '../client/client.ts';
import { createControl } from '../client/control.ts';
import { SandboxClient } from '../client/sandbox.ts';
import { ApiError } from '../engine/failure.ts';
import { printableLines } from '../engine/printable.ts';
import { Problems } from '../schema/problems.ts';
import type { CommandIO } from './io.ts';
import { clock, fault } from './steering/conditions.ts';
import { coverage } from './steering/coverage.ts';
import { logins, token, tokens } from './steering/logins.ts';
import { records } from './steering/records.ts';
import { requests } from './steering/requests.ts';
import { changes, reset, restore, sandboxes, snapshot, undo } from './steering/state.ts';
import type { CommandLine, Steering } from './steering/steering.ts';

const COMMANDS = {
  reset,
  sandboxes,
  snapshot,
  restore,
  undo,
  changes,
  records,
  requests,
  coverage,
  fault,
  clock,
  token,
  logins,
  tokens,
};

/** Those of all commands. */
const FLAGS = {
  url: { takes: 'URL', help: 'where the stand-in answers (default: UNDERSTUDY_URL, else http://127.0.0.1:8080)' },
  sandbox: { takes: 'NAME', help: 'the sandbox that is meant (default main)' },
  json: { help: 'tell it as JSON' },
} satisfies Steering['flags'];

/** A command. @throws Problems if it cannot be done, in the words of the stand-in, or nobody answers */
export async function steer(name: keyof typeof COMMANDS, args: readonly string[], io: CommandIO): Promise<number> {
  const command: Steering = COMMANDS[name];
  const said = readArguments(command, args);
  if (said.flags.help) {
    io.stdout.write(usageOf(command));
    return 0;
  }
  const controlToken = io.env.UNDERSTUDY_CONTROL_TOKEN || undefined;
  const standIn = standInAt(String(said.flags.url ?? (io.env.UNDERSTUDY_URL || 'http://127.0.0.1:8080')), controlToken);
  try {
    const sandbox = await sandboxOf(standIn, controlToken, said.flags.sandbox as string | undefined);
    const { value, lines, code = 0, complaints = [] } = await command.run(sandbox, said, standIn);
    const text = said.flags.json ? JSON.stringify(value, undefined, 2) : lines.join('\n');
    io.stdout.write(`${printableLines(text)}\n`);
    if (said.flags.json) for (const one of complaints) io.stderr.write(`${printableLines(one)}\n`);
    return code;
  } catch (error) {
    if (error instanceof UnderstudyError || error instanceof ApiError) throw new Problems(error.message, []);
    throw error;
  }
}

function standInAt(url: string, token: string | undefined): UnderstudyClient {
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url))
    throw new Problems(
      `A stand-in answers at an address such as http://127.0.0.1:8080, not ${JSON.stringify(url)}.`,
      [],
    );
  return understudy(url, { token });
}

/** A sandbox that is there. A request would make one that is not, and a mistyped name would be answered as if all was well. */
async function sandboxOf(
  standIn: UnderstudyClient,
  token: string | undefined,
  name = standIn.name,
): Promise<SandboxClient> {
  if (name === standIn.name) return standIn;
  const names = (await standIn.sandboxes()).map(({ sandbox }) => sandbox);
  if (names.includes(name))
    return new SandboxClient(
      name,
      standIn.url,
      createControl(
        standIn.url,
        withToken((request) => fetch(request), token),
        name,
      ),
    );
  throw new Problems(
    `There is no sandbox ${JSON.stringify(name)}; there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}.`,
    [],
  );
}

function readArguments(
  { flags = {}, words: [least, most], ...command }: Steering,
  args: readonly string[],
): CommandLine {
  const known: NonNullable<Steering['flags']> = { ...flags, ...FLAGS, help: { help: 'this' } };
  const options = Object.fromEntries(
    Object.entries(known).map(([flag, { takes }]) => [
      flag,
      { type: takes ? ('string' as const) : ('boolean' as const), ...(flag === 'help' && { short: 'h' }) },
    ]),
  );
  const refuse = (message: string) =>
    new Problems('These arguments cannot be used:', [
      message,
      ...usageOf({ ...command, flags })
        .trimEnd()
        .split('\n'),
    ]);
  try {
    const { values, positionals } = parseArgs({ args: withValues(args, options), allowPositionals: true, options });
    if (!values.help && (positionals.length < least || positionals.length > most))
      throw new Error(
        positionals.length < least
          ? `${command.usage[0]?.split(' ')[positionals.length + 1]} is missing`
          : `${positionals[most]} means nothing here`,
      );
    return { words: positionals, flags: values as CommandLine['flags'] };
  } catch (error) {
    throw refuse((error as Error).message);
  }
}

/** Arguments with `--flag VALUE` as `--flag=VALUE`: `parseArgs` takes an id that begins with a dash for a flag. */
function withValues(
  args: readonly string[],
  options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>,
): string[] {
  const flagOf = (arg = '') => (arg.startsWith('--') ? options[arg.slice(2)] : undefined);
  return args.flatMap((arg, index) => {
    if (flagOf(args[index - 1])?.type === 'string' && !flagOf(arg)) return [];
    const value = args[index + 1];
    return flagOf(arg)?.type === 'string' && value !== undefined && !flagOf(value) ? [`${arg}=${value}`] : [arg];
  });
}

function usageOf({ usage, about, flags = {} }: Pick<Steering, 'usage' | 'about' | 'flags'>): string {
  const all: NonNullable<Steering['flags']> = { ...flags, ...FLAGS };
  const lines = Object.entries(all).map(
    ([flag, { takes, help }]) => `  ${`--${flag}${takes ? ` ${takes}` : ''}`.padEnd(23)}${help}`,
  );
  const token = 'Where the stand-in was started with --control-token, UNDERSTUDY_CONTROL_TOKEN brings it.';
  return [...usage.map((one) => `understudy ${one}`), '', about, '', ...lines, '', token, ''].join('\n');
}
