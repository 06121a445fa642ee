// Distinguishes HTTP/1.1 and HTTP/2 by the first bytes.

import type { Socket } from 'node:net';

/** The first bytes of every HTTP/2 client (RFC 9113, section 3.4). */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/**
 * Reads as few bytes as necessary, returns them to the socket, and reports the protocol. A silent client, or a partial
 * preface, stays undecided; a closed connection ends it.
 */
export function detectProtocol(socket: Socket, decide: (protocol: 'HTTP/1.1' | 'HTTP/2') => void): void {
  let seen = Buffer.alloc(0);
  const ignore = () => {};
  const end = () => socket.end();
  const read = () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    seen = Buffer.concat([seen, chunk]);
    const length = Math.min(seen.length, PREFACE.length);
    const matches = PREFACE.compare(seen, 0, length, 0, length) === 0;
    if (matches && length < PREFACE.length) return;
    socket.off('readable', read).off('end', end).off('error', ignore);
    socket.unshift(seen);
    decide(matches ? 'HTTP/2' : 'HTTP/1.1');
  };
  // A connection that breaks closes by itself.
  socket.on('readable', read).on('end', end).on('error', ignore);
}
