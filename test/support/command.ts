// The command line as people use it: a process of its own.

import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Command, type Ended, SERVES, type Surroundings, startProgram } from './process.ts';

const COMMAND = fileURLToPath(new URL('../../bin/understudy.js', import.meta.url));

/** Starts `understudy` with arguments. It is killed with the test if it has not ended by then. */
export function understudy(args: readonly string[], surroundings: Surroundings): Command {
  return program([COMMAND, ...args], surroundings);
}

/** Starts a program of Node. It is killed with the test if it has not ended by then. */
export function program(args: readonly string[], surroundings: Surroundings): Command {
  const command = startProgram(args, surroundings);
  onTestFinished(async () => {
    command.child.kill('SIGKILL');
    await command.ended;
  });
  return command;
}

/** How `understudy` ends that should not start to serve. @throws Error as soon as it serves nevertheless */
export async function refusal(args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  const { prints, ended } = understudy(args, surroundings);
  const served = prints(/Ctrl-C/).then(
    ({ input }) => {
      throw new Error(`it was not refused: ${input}`);
    },
    () => ended,
  );
  return Promise.race([ended, served]);
}

/** Starts `understudy serve` on a free port and waits until it answers. */
export async function serve(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<Command & { readonly url: string; readonly greeting: string }> {
  const command = understudy(['serve', '--port', '0', ...args], surroundings);
  const [greeting, url = ''] = await command.prints(SERVES);
  return { ...command, url, greeting };
}
