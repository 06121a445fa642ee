// Another client, who wants nothing but answers while somebody else attacks.

import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from './server.ts';

/** How long he thinks between an answer and the next question, in milliseconds: his own questions should cost next to nothing. */
const PAUSE = 25;

export interface Bystander {
  /** Asks no more. Gives the longest that he waited, in milliseconds of the server's processor time. */
  leave(): Promise<number>;
}

/** Asks again and again, with a token, over a new connection each time. An answer other than 200, or none, rejects `leave`. */
export function bystander(server: Server): Bystander {
  let isLeaving = false;
  const stay = async () => {
    let longest = 0;
    while (!isLeaving) {
      const asked = server.processorTime();
      await askOnce(server.port);
      longest = Math.max(longest, server.processorTime() - asked);
      await pause(PAUSE);
    }
    return longest;
  };
  const stayed = stay();
  // It is looked at when he leaves.
  stayed.catch(() => undefined);
  return {
    leave: () => {
      isLeaving = true;
      return stayed;
    },
  };
}

/**
 * One search with a token.
 *
 * @throws Error unless it is answered with 200
 */
export async function askOnce(port: number): Promise<void> {
  const asking = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/management/v1/projects/_search',
    headers: { authorization: 'Bearer token-owner', 'content-type': 'application/json' },
    agent: false,
  });
  asking.end('{}');
  const [answer] = await once(asking, 'response');
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`another client was answered with ${answer.statusCode}`);
}
