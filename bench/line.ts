// Lines for requests, one pending request each: a keep-alive HTTP/1.1 connection, or successive HTTP/2 streams.

import { connect } from 'node:net';
import { readResponse } from './answer.ts';
import { closedEarly, type Hearing, type Line, noAnswer, type Place } from './place.ts';
import { streams } from './streams.ts';

/** Opens a number of lines. */
export function openLines({ http2, ...place }: Place): (hearing: Hearing) => Line {
  return http2 ? streams({ ...place, http2 }) : (hearing) => connection(place, hearing);
}

function connection({ port, timeout }: Place, { responded, failed }: Hearing): Line {
  let received: Buffer = Buffer.alloc(0);
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.setTimeout(timeout, () => socket.destroy(noAnswer(timeout)));
  socket.once('error', failed);
  socket.once('close', () => failed(closedEarly()));
  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    try {
      const reading = readResponse(received);
      if (!reading) return;
      received = received.subarray(reading.length);
      responded(reading.response);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
  return { send: (request) => void socket.write(request), close: () => void socket.destroy() };
}
