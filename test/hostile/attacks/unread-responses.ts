// Connections that send requests and read no responses.

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { FLAG, FRAME, fieldBlock, frame, OPENING } from '../../support/frames.ts';
import type { Attack, Target } from '../attack.ts';

/** A long response that is generated for each request. */
const PATH = '/_understudy/state';
const CONNECTIONS = 5;
const CONNECTIONS2 = { short: 5, full: 20 };
/** The maximum number of concurrent streams of an HTTP/2 connection. */
const STREAMS = 250;
const REQUESTS = { short: 1000, full: 20_000 };
/** Maximum time to generate an unread response, in milliseconds. */
const WAIT = 2000;

async function requestWithoutReading({ port }: Target, words: Uint8Array, connections: number): Promise<void> {
  const sockets = Array.from({ length: connections }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .pause(),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(words);
  await pause(WAIT);
  for (const socket of sockets) socket.destroy();
}

export const unreadAnswers: Attack = {
  title: 'pipelining connections that read nothing',
  async run(target, size) {
    const words = Buffer.from(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(REQUESTS[size]));
    await requestWithoutReading(target, words, CONNECTIONS);
    return CONNECTIONS * REQUESTS[size];
  },
};

export const unreadStreams: Attack = {
  title: 'HTTP/2 connections with 250 streams that are not read',
  async run(target, size) {
    const fields = fieldBlock([
      [':method', 'GET'],
      [':scheme', 'http'],
      [':path', PATH],
      [':authority', 'localhost'],
    ]);
    const narrow = frame(FRAME.settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0]));
    const streams = Array.from({ length: STREAMS }, (_, index) =>
      frame(FRAME.headers, FLAG.endHeaders | FLAG.endStream, 2 * index + 1, fields),
    );
    await requestWithoutReading(target, Buffer.concat([OPENING, narrow, ...streams]), CONNECTIONS2[size]);
    return CONNECTIONS2[size] * STREAMS;
  },
};
