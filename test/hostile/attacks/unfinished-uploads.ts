// Uploads whose last byte is never sent.

import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from '../attack.ts';

/** The maximum body size minus one byte. */
const BODY = Buffer.alloc(4 * 1024 * 1024 - 1, ' ');
const PATH = '/management/v1/projects/_search';
const HEADERS = { authorization: 'Bearer token-owner', 'content-type': 'application/json' };
const UPLOADS = { short: 250, full: 1000 };
/** The streams of one HTTP/2 connection. */
const STREAMS = 250;
/** Time without progress after which an upload counts as rejected, in milliseconds. */
const STILL = 1000;

/** Waits until the server reads no more. */
async function stuck(sockets: readonly (Socket | undefined)[]): Promise<void> {
  const written = () =>
    sockets.reduce((sum, socket) => sum + (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0), 0);
  let before = -1;
  while (before !== written()) {
    before = written();
    await pause(STILL);
  }
}

export const unfinishedUploads2: Attack = {
  title: 'HTTP/2 connections with 250 uploads of 4 MB each that never end',
  async run({ url }, size) {
    const sessions = Array.from({ length: UPLOADS[size] / STREAMS }, () => connectHttp2(url).on('error', () => {}));
    for (const session of sessions) {
      await once(session, 'remoteSettings');
      for (let count = 0; count < STREAMS; count += 1) {
        const upload = session.request({ ':method': 'POST', ':path': PATH, ...HEADERS }).on('error', () => {});
        upload.resume().write(BODY);
      }
    }
    await stuck(sessions.map(({ socket }) => socket as Socket));
    await Promise.all(
      sessions.map((session) => {
        const gone = once(session, 'close');
        session.destroy();
        return gone;
      }),
    );
    return UPLOADS[size];
  },
};

export const unfinishedUploads: Attack = {
  title: 'HTTP/1.1 connections with an upload of 4 MB each that never ends',
  async run({ port }, size) {
    const head = [
      `POST ${PATH} HTTP/1.1`,
      'Host: localhost',
      ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${BODY.length + 1}`,
    ];
    const sockets = Array.from({ length: UPLOADS[size] }, () => connect(port, '127.0.0.1').on('error', () => {}));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) {
      socket.resume().write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(BODY);
    }
    await stuck(sockets);
    for (const socket of sockets) socket.resetAndDestroy();
    return UPLOADS[size];
  },
};
