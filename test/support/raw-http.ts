// HTTP over a plain socket, for requests that HTTP clients do not send.

import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** A raw response. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A raw connection; it is destroyed when the test ends. */
export interface RawConnection {
  send(data: string | Uint8Array): void;
  /** The next response, read by its Content-Length. @throws Error if the connection ends before it is complete */
  response(): Promise<RawAnswer>;
  /** The next response without a body, regardless of its headers (HEAD). */
  answerWithoutBody(): Promise<RawAnswer>;
  /** Waits for the interim response 100. */
  continued(): Promise<void>;
  /** Waits until the server has closed the connection; returns the remaining data. */
  ended(): Promise<string>;
  /** Destroys the connection. */
  destroy(): void;
}

/** Connects to a port of this machine. */
export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  let received = Buffer.alloc(0);
  let isOver = false;
  let wake = () => {};
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isOver = true;
    wake();
  });
  socket.on('end', () => {
    isOver = true;
    wake();
  });

  /** Consumes received data as soon as `take` returns the number of bytes. */
  const taken = async (wanted: (text: string) => number | undefined): Promise<string> => {
    for (;;) {
      const length = wanted(received.toString('latin1'));
      if (length !== undefined && received.length >= length) {
        const text = received.subarray(0, length).toString('utf8');
        received = received.subarray(length);
        return text;
      }
      if (isOver) throw new Error(`the connection ended after: ${received.toString('utf8')}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const head = () => taken((text) => (text.includes('\r\n\r\n') ? text.indexOf('\r\n\r\n') + 4 : undefined));
  const readResponse = async (hasBody: boolean): Promise<RawAnswer> => {
    const [statusLine = '', ...lines] = (await head()).trimEnd().split('\r\n');
    const headers = new Map(
      lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]*: */, '')]),
    );
    const length = hasBody ? Number(headers.get('content-length') ?? 0) : 0;
    return { status: Number(statusLine.split(' ')[1]), headers, body: await taken(() => length) };
  };
  return {
    send: (data) => void socket.write(data),
    response: () => readResponse(true),
    answerWithoutBody: () => readResponse(false),
    async continued() {
      const interim = await head();
      if (!interim.startsWith('HTTP/1.1 100 ')) throw new Error(`not an interim response: ${interim}`);
    },
    async ended() {
      while (!isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return received.toString('utf8');
    },
    destroy: () => void socket.destroy(),
  };
}
