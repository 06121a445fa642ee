// Runs `understudy` in its own process.

import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Command, SERVES, type Surroundings, startCommand, startProgram } from './process.ts';

const COMMAND = fileURLToPath(new URL('../../bin/understudy.js', import.meta.url));

/** Starts `understudy` with arguments. It is killed at the end of the test if it still runs. */
export function understudyProcess(args: readonly string[], surroundings: Surroundings): Command {
  return program([COMMAND, ...args], surroundings);
}

/** Starts a Node program. It is killed at the end of the test if it still runs. */
export function program(args: readonly string[], surroundings: Surroundings): Command {
  const command = startProgram(args, surroundings);
  onTestFinished(async () => {
    command.child.kill('SIGKILL');
    await command.ended;
  });
  return command;
}

/** Starts `understudy serve` on a free port and waits until it listens. */
export async function serveProcess(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<Command & { readonly url: string; readonly greeting: string }> {
  const command = understudyProcess([startCommand(args, surroundings), '--port', '0', ...args], surroundings);
  const [greeting, url = ''] = await command.prints(SERVES);
  return { ...command, url, greeting };
}
