// Another client during an attack, in its own thread, so that it does not wait for the busy attacker.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Server } from './server.ts';

/** The input of the thread. */
export interface Asking {
  readonly port: number;
  readonly pid: number;
}

export interface Bystander {
  /** Stops. Returns the longest wait, in milliseconds of the server's processor time. */
  leave(): Promise<number>;
}

/** Sends requests with a token, each over a new connection. A status other than 200, or no response, rejects `leave`. */
export async function bystander({ port, pid }: Server): Promise<Bystander> {
  const workerData: Asking = { port, pid };
  const thread = new Worker(new URL('bystander-thread.ts', import.meta.url), { workerData });
  await once(thread, 'message');
  const stayed = once(thread, 'message').then(([longest]) => Number(longest));
  // It is read when the client stops.
  stayed.catch(() => undefined);
  return {
    leave: () => {
      thread.postMessage('leave');
      return stayed;
    },
  };
}
