// Runs a control command on the server and sandbox that its flags name.

import { printableLines } from '../../schema/printable.ts';
import { readCommandLine } from '../command-line.ts';
import type { CommandIO } from '../io.ts';
import { printResult } from '../print-result.ts';
import type { ControlCommand } from './control-command.ts';
import { clock, fault } from './faults-clock.ts';
import { logins, token, tokens } from './logins.ts';
import { records } from './records.ts';
import { coverage, requests } from './requests-coverage.ts';
import { connectTo, findSandbox, reportingErrors } from './server.ts';
import { changes, reset, restore, sandboxes, snapshot, undo } from './state.ts';

const CONTROL_COMMANDS = {
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

/** @throws UsageError if the server rejects it, or cannot be reached */
export async function runControl(
  name: keyof typeof CONTROL_COMMANDS,
  args: readonly string[],
  io: CommandIO,
): Promise<number> {
  const { command, run } = CONTROL_COMMANDS[name] as ControlCommand;
  const line = await readCommandLine(command, args, io);
  if (!line) return 0;
  const { url, json, sandbox: sandboxName } = line.values;
  const server = connectTo(url, io.env);
  const {
    value,
    lines,
    code = 0,
    warnings = [],
  } = await reportingErrors(async () => run(await findSandbox(server, sandboxName, io.env), line, server));
  printResult(io, json, value, lines);
  if (json) for (const one of warnings) io.stderr.write(`${printableLines(one)}\n`);
  return code;
}
