// Another client, who wants nothing but answers while somebody else attacks. He has a thread of his own: he is not to wait for the attacker, who is busy with sending.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Server } from './server.ts';

/** What the thread is given. */
export interface Asking {
  readonly port: number;
  readonly pid: number;
}

export interface Bystander {
  /** Asks no more. Gives the longest that he waited, in milliseconds of the server's processor time. */
  leave(): Promise<number>;
}

/** Asks again and again, with a token, over a new connection each time. An answer other than 200, or none, rejects `leave`. */
export async function bystander({ port, pid }: Server): Promise<Bystander> {
  const workerData: Asking = { port, pid };
  const thread = new Worker(new URL('bystander-thread.ts', import.meta.url), { workerData });
  await once(thread, 'message');
  const stayed = once(thread, 'message').then(([longest]) => Number(longest));
  // It is looked at when he leaves.
  stayed.catch(() => undefined);
  return {
    leave: () => {
      thread.postMessage('leave');
      return stayed;
    },
  };
}
