// Many followers of a sandbox that read nothing, while many requests arrive.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Attack } from '../attack.ts';

const FOLLOWERS = { short: 200, full: 1000 };
const REQUESTS = { short: 3000, full: 100_000 };
/** Number of concurrent clients. */
const TOGETHER = 8;

export const idleFollowers: Attack = {
  title: 'a thousand followers of a sandbox that read nothing, during requests',
  async run({ url, port }, size) {
    const sockets = await Promise.all(Array.from({ length: FOLLOWERS[size] }, () => follow(port)));
    let sent = 0;
    const send = async () => {
      while (sent < REQUESTS[size]) {
        sent += 1;
        const headers = { authorization: 'Bearer token-owner', 'content-type': 'application/json' };
        const response = await fetch(`${url}/management/v1/projects/_search`, { method: 'POST', headers, body: '{}' });
        await response.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, send));
    for (const socket of sockets) socket.destroy();
    return FOLLOWERS[size] + REQUESTS[size];
  },
};

/** Requests the events, and reads only their beginning. */
async function follow(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('GET /_understudy/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [head] = await once(socket, 'data');
  if (!String(head).startsWith('HTTP/1.1 200 ')) throw new Error(`a follower got ${head}`);
  socket.pause();
  return socket;
}
