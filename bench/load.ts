// Requests over keep-alive connections, one at a time on each, as fast as the answers come.

import { connect, type Socket } from 'node:net';

/** An answer, as far as it is looked at. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Asks once. @throws Error if nothing listens there, or the answer is not complete */
export function ask(port: number, request: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connection(port, (answer) => {
      socket.destroy();
      resolve(answer);
    });
    socket.once('close', () => reject(new Error('the connection was closed before an answer was complete')));
    socket.once('error', reject);
    socket.write(request);
  });
}

/** Where a load goes, and how heavy it is. */
export interface Load {
  readonly port: number;
  readonly request: Buffer;
  readonly connections: number;
  readonly seconds: number;
  /** What each answer must look like: status 200 and a body of this many bytes. */
  readonly bodyBytes: number;
}

/** How many requests were answered, in how many seconds. @throws Error at the first answer that is not as it must be */
export async function load(load: Load): Promise<{ readonly answered: number; readonly took: number }> {
  const { port, request, connections, seconds, bodyBytes } = load;
  const start = performance.now();
  const end = start + seconds * 1000;
  let answered = 0;
  const client = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connection(port, ({ status, body }) => {
        if (status !== 200 || Buffer.byteLength(body) !== bodyBytes) return reject(new Error(`${status} ${body}`));
        if (performance.now() >= end) return resolve();
        answered += 1;
        socket.write(request);
      });
      socket.once('close', () => reject(new Error('a connection was closed under load')));
      socket.once('error', reject);
      socket.write(request);
    });
  await Promise.all(Array.from({ length: connections }, client));
  return { answered, took: (performance.now() - start) / 1000 };
}

/** A connection that tells each complete answer. Answers must have a content-length, as those of all servers here do. */
function connection(port: number, onAnswer: (answer: Answer) => void): Socket {
  let received = Buffer.alloc(0);
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  return socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    const bodyAt = received.indexOf('\r\n\r\n') + 4;
    if (bodyAt < 4) return;
    const head = received.toString('latin1', 0, bodyAt);
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
    if (length === undefined) return void socket.destroy(new Error(`an answer without content-length: ${head}`));
    const answerEnd = bodyAt + Number(length);
    if (received.length < answerEnd) return;
    const answer = { status: Number(head.slice(9, 12)), body: received.toString('utf8', bodyAt, answerEnd) };
    received = received.subarray(answerEnd);
    onAnswer(answer);
  });
}
