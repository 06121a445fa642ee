// A user's API from `examples/`, served by the command line.

import { fileURLToPath } from 'node:url';
import { serveProcess } from './command-process.ts';

/** Starts the mock server of a folder in `examples/` on a free port, with its state in `data`. */
export function serveExample(name: string, data: string): ReturnType<typeof serveProcess> {
  return serveProcess(['--data', data], { cwd: fileURLToPath(new URL(`../../examples/${name}/`, import.meta.url)) });
}
