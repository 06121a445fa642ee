// A server in its own process, from the sources of a copy of the project.

import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';

export interface Server {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

/** @param port - 0 for any */
export async function startServer(of: Mutant['of'], folder: string, port: number): Promise<Server> {
  const what = of === 'identity' ? of : join(folder, 'bench/mutants/workshop.yaml');
  const child = fork(join(folder, 'bench/mutants/serve.ts'), [what, String(port)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Later starts reuse compiled code. Each file is compared with its digest, so a fault is never missed.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache') },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let printed = '';
  child.stderr?.on('data', (text) => {
    printed += text;
  });
  const address = await new Promise<{ url: string; token: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string; token: string }));
    child.once('exit', () => reject(new Error(`the server did not start: ${printed}`)));
  });
  return {
    ...address,
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
