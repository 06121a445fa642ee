// All commands with their flags: the source of help, completion and the reference.

import type { Command } from './command.ts';
import { CLOCK, COVERAGE, FAULT, LOGINS, READY, REQUESTS, TOKEN, TOKENS } from './command-tables/control-behaviour.ts';
import { CHANGES, RECORDS, RESET, RESTORE, SANDBOXES, SNAPSHOT, UNDO } from './command-tables/control-data.ts';
import { DIFF, IMPORT, LINT, PROTO, TYPES } from './command-tables/documents.ts';
import { COMPLETION, HELP } from './command-tables/help.ts';
import { FIXTURES, HANDLER, INIT, MCP, OPERATIONS, STATE } from './command-tables/project.ts';
import { DEMO, SERVE } from './command-tables/serve.ts';
import { PARITY, PROXY, VERIFY } from './command-tables/servers.ts';
import { RUN } from './command-tables/workflows.ts';

const COMMANDS = [
  SERVE,
  DEMO,
  MCP,
  INIT,
  HANDLER,
  OPERATIONS,
  FIXTURES,
  STATE,
  LINT,
  DIFF,
  TYPES,
  PROTO,
  IMPORT,
  VERIFY,
  RUN,
  PARITY,
  PROXY,
  READY,
  RESET,
  SANDBOXES,
  SNAPSHOT,
  RESTORE,
  UNDO,
  CHANGES,
  RECORDS,
  REQUESTS,
  COVERAGE,
  FAULT,
  CLOCK,
  TOKEN,
  TOKENS,
  LOGINS,
  HELP,
  COMPLETION,
] as const satisfies readonly Command[];

/** All commands, in the order of `understudy help`: names, arguments, summaries, flags with defaults and variables. */
export function allCommands(): readonly Command[] {
  return COMMANDS;
}

/** A command by its name or synonym. */
export function findCommand(name: string): Command | undefined {
  return allCommands().find((command) => command.name === name || command.synonym === name);
}
