// An example of a user's own api, served by the command line as its reader would serve it.

import { fileURLToPath } from 'node:url';
import { program } from './command.ts';
import { type Command, SERVES } from './process.ts';

const COMMAND = fileURLToPath(new URL('../../bin/understudy.js', import.meta.url));

/** Starts the stand-in of a folder in `examples/` on a free port, with its state in `data`. */
export async function serveExample(name: string, data: string): Promise<Command & { readonly url: string }> {
  const args = ['--conditions=source', COMMAND, 'serve', '--port', '0', '--data', data];
  const command = program(args, { cwd: fileURLToPath(new URL(`../../examples/${name}/`, import.meta.url)) });
  const [, url = ''] = await command.prints(SERVES);
  return { ...command, url };
}
