// Connections that pipeline a thousand requests, and close after the first response.

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Attack } from '../attack.ts';

const CONNECTIONS = { short: 20, full: 100 };
const REQUESTS = 1300;

export const pipelinedResets: Attack = {
  title: 'connections that pipeline 1,300 requests and reset',
  async run({ port }, size) {
    const request = [
      'POST /management/v1/projects/_search HTTP/1.1',
      'Host: localhost',
      'Authorization: Bearer token-owner',
      'Content-Length: 0',
    ];
    const requests = `${request.join('\r\n')}\r\n\r\n`.repeat(REQUESTS);
    await Promise.all(
      Array.from({ length: CONNECTIONS[size] }, async () => {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        await once(socket, 'connect');
        socket.write(requests);
        await once(socket, 'data');
        const gone = once(socket, 'close');
        socket.resetAndDestroy();
        await gone;
      }),
    );
    return CONNECTIONS[size] * REQUESTS;
  },
};
