// Connections that start a request and never finish it.

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Attack } from '../attack.ts';

const CONNECTIONS = { short: 200, full: 2000 };

export const unfinishedHeads: Attack = {
  title: 'connections that send half a head of 15 KB and no more',
  async run({ port }, size) {
    const half = `GET / HTTP/1.1\r\nHost: localhost\r\nX-Padding: ${'a'.repeat(15_000)}`;
    const sockets = Array.from({ length: CONNECTIONS[size] }, () => connect(port, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.write(half, resolve))));
    for (const socket of sockets) socket.destroy();
    return sockets.length;
  },
};
