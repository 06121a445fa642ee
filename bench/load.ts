// Requests over keep-alive connections, one at a time on each, as fast as the answers come.

import { connect, type Socket } from 'node:net';
import { type Answer, readAnswer } from './answer.ts';

/** Longest wait for an answer, in milliseconds. */
export const PATIENCE = 60_000;

/** Asks once. @throws Error if nothing listens there, or the answer is not complete in time */
export function ask(port: number, request: Buffer, patience: number = PATIENCE): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connection(port, patience, (answer) => {
      socket.destroy();
      resolve(answer);
    });
    socket.once('close', () => reject(new Error('the connection was closed before an answer was complete')));
    socket.once('error', reject);
    socket.write(request);
  });
}

/** Where a load goes, how heavy it is, and when it ends. */
export interface Load {
  readonly port: number;
  /** The next request. */
  readonly next: () => Buffer;
  readonly connections: number;
  /** Ends after so many seconds … */
  readonly seconds?: number;
  /** … or so many answers. */
  readonly answers?: number;
  /** What every answer must look like. */
  readonly like: Answer;
}

/** What came of a load. */
export interface Loaded {
  readonly answered: number;
  /** Seconds. */
  readonly took: number;
  /** Which part of a core making the load took, from 0 to 1. Close to 1, the load is measured and not the server. */
  readonly busy: number;
}

/** Asks and asks. @throws Error at the first answer that has another status or another number of bytes than it must have */
export async function load(load: Load): Promise<Loaded> {
  const {
    port,
    next,
    connections,
    like,
    seconds = Number.POSITIVE_INFINITY,
    answers = Number.POSITIVE_INFINITY,
  } = load;
  const start = performance.now();
  const cpuAtStart = process.cpuUsage();
  const end = start + seconds * 1000;
  let asked = 0;
  let answered = 0;
  const another = () => {
    asked += 1;
    return next();
  };
  const stops: (() => void)[] = [];
  const client = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connection(port, PATIENCE, (answer) => {
        if (answer.status !== like.status || answer.body.length !== like.body.length)
          return reject(new Error(`under load: ${answer.status} ${answer.body}`));
        answered += 1;
        if (performance.now() >= end || asked >= answers) resolve();
        else socket.write(another());
      });
      socket.once('close', () => reject(new Error('a connection was closed under load')));
      socket.once('error', reject);
      socket.write(another());
      stops.push(() => socket.destroy());
    });
  try {
    await Promise.all(Array.from({ length: Math.min(connections, answers) }, client));
  } finally {
    for (const stop of stops) stop();
  }
  const took = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpuAtStart);
  return { answered, took, busy: (user + system) / 1e6 / took };
}

/** A connection that tells each complete answer, and ends with an error when nothing comes for so many milliseconds. */
function connection(port: number, patience: number, onAnswer: (answer: Answer) => void): Socket {
  let received: Buffer = Buffer.alloc(0);
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.setTimeout(patience, () => socket.destroy(new Error(`no answer within ${(patience / 1000).toFixed()} s`)));
  return socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    try {
      const reading = readAnswer(received);
      if (!reading) return;
      received = received.subarray(reading.length);
      onAnswer(reading.answer);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
}
