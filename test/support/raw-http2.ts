// HTTP/2 frames over a plain socket, for requests that HTTP/2 clients do not send.

import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Frame } from './frames.ts';

export * from './frames.ts';

export interface RawConnection2 {
  send(data: Uint8Array): void;
  /** Sends, and waits until the socket has accepted it. */
  sent(data: Uint8Array): Promise<void>;
  /** Waits for the next matching frame and drops earlier ones; undefined when the connection ends first. */
  next(fits: (frame: Frame) => boolean): Promise<Frame | undefined>;
  /** Waits until the server has closed the connection. */
  ended(): Promise<void>;
  destroy(): void;
}

/** Connects to a port of this machine; destroyed when the test ends. */
export async function connectRaw2(port: number): Promise<RawConnection2> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  onTestFinished(() => void socket.destroy());
  // Errors are visible as the end of the connection.
  socket.on('error', () => {});
  await once(socket, 'connect');
  let received = Buffer.alloc(0);
  let isOver = false;
  let wake = () => {};
  const woken = () => new Promise<void>((resolve) => (wake = resolve));
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      isOver = true;
      wake();
    });
  }
  const taken = (): Frame | undefined => {
    const length = received.length < 9 ? Number.POSITIVE_INFINITY : 9 + received.readUIntBE(0, 3);
    if (received.length < length) return undefined;
    const [, , , type = 0, flags = 0] = received;
    const taking = { type, flags, stream: received.readUInt32BE(5), payload: received.subarray(9, length) };
    received = received.subarray(length);
    return taking;
  };
  return {
    send: (data) => void socket.write(data),
    sent: (data) => new Promise((resolve) => socket.write(data, () => resolve())),
    async next(fits) {
      for (;;) {
        const found = taken();
        if (found && fits(found)) return found;
        if (found) continue;
        if (isOver) return undefined;
        await woken();
      }
    },
    async ended() {
      while (!isOver) await woken();
    },
    destroy: () => void socket.destroy(),
  };
}
