// `understudy completion`: prints a completion script for a shell.

import { readCommandLine } from './command-line.ts';
import { allCommands } from './command-table.ts';
import { COMPLETION } from './command-tables/help.ts';
import { bashScript } from './completion/bash.ts';
import { fishScript } from './completion/fish.ts';
import { zshScript } from './completion/zsh.ts';
import type { CommandIO } from './io.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** The command. @throws UsageError if there is no script for the shell */
export async function completion(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(COMPLETION, args, io);
  if (!line) return 0;
  io.stdout.write(SCRIPTS[line.positionals[0] as keyof typeof SCRIPTS](allCommands()));
  return 0;
}
