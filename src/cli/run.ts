// Runs a command of `understudy`, whose code is loaded on demand.

import { existsSync } from 'node:fs';
import { printableLines } from '../schema/printable.ts';
import { UsageError } from '../schema/usage-error.ts';
import type { CommandIO } from './io.ts';
import { ownVersion } from './version.ts';

/**
 * Runs a command and reports why it failed.
 *
 * @param args - the name of the command, then its arguments
 * @returns the exit code: that of the command, 2 for arguments or files that cannot be used, 1 for an internal error
 */
export async function run(args: readonly string[], io: CommandIO): Promise<number> {
  try {
    return await runCommand(args, io);
  } catch (error) {
    io.stderr.write(printableLines(`understudy: ${(error as Error).message}\n`));
    return error instanceof UsageError ? 2 : 1;
  }
}

async function runCommand(args: readonly string[], io: CommandIO): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case 'serve':
    case 'mock':
      return (await import('./serve/serve.ts')).serve(rest, io);
    case 'demo':
      return (await import('./serve/serve.ts')).demo(rest, io);
    case 'init':
      return (await import('./documents/init.ts')).init(rest, io);
    case 'handler':
      return (await import('./documents/handler.ts')).handler(rest, io);
    case 'operations':
      return (await import('./documents/operations.ts')).operations(rest, io);
    case 'fixtures':
      return (await import('./state/fixtures.ts')).fixtures(rest, io);
    case 'state':
      return (await import('./state/state.ts')).state(rest, io);
    case 'mcp':
      return (await import('./mcp/mcp.ts')).mcp(rest, io);
    case 'lint':
      return (await import('./documents/lint.ts')).lint(rest, io);
    case 'verify':
      return (await import('./verify/verify.ts')).verify(rest, io);
    case 'run':
      return (await import('./verify/arazzo.ts')).runArazzo(rest, io);
    case 'parity':
      return (await import('./verify/parity.ts')).parity(rest, io);
    case 'proxy':
      return (await import('./verify/proxy.ts')).proxy(rest, io);
    case 'import':
      return (await import('./documents/import.ts')).importRecording(rest, io);
    case 'types':
      return (await import('./documents/types.ts')).types(rest, io);
    case 'proto':
      return (await import('./documents/proto.ts')).proto(rest, io);
    case 'diff':
      return (await import('./documents/diff.ts')).diff(rest, io);
    case 'ready':
      return (await import('./ready.ts')).ready(rest, io);
    case 'completion':
      return (await import('./completion.ts')).completion(rest, io);
    case 'help':
      return (await import('./show-help.ts')).showHelp(rest, io);
    case undefined:
    case '--help':
    case '-h':
      return (await import('./show-help.ts')).showHelp([], io);
    case 'reset':
    case 'sandboxes':
    case 'snapshot':
    case 'restore':
    case 'undo':
    case 'records':
    case 'changes':
    case 'requests':
    case 'coverage':
    case 'fault':
    case 'clock':
    case 'token':
    case 'logins':
    case 'tokens':
      return (await import('./control/run-control.ts')).runControl(command, rest, io);
    case '--version':
    case '-v':
      io.stdout.write(`${ownVersion()}\n`);
      return 0;
    default:
      if (isServing(args)) return (await import('./serve/serve.ts')).serve(args, io);
      throw await (await import('./show-help.ts')).unknownCommand(command);
  }
}

/** Whether arguments start a server. The word `serve` is optional before a document or a flag. */
export function isServing([word = '--help']: readonly string[]): boolean {
  if (word === 'serve' || word === 'mock' || word === 'demo') return true;
  if (INFORMATION.includes(word)) return false;
  return /^-|^https?:\/\/|\.(ya?ml|json)$/i.test(word) || existsSync(word);
}

const INFORMATION = ['-h', '--help', '-v', '--version'];
