// A load of requests over persistent lines, one pending request each, as fast as responses arrive.

import type { TestResponse } from './answer.ts';
import type { Question } from './contender.ts';
import { openLines } from './line.ts';
import type { Line } from './place.ts';

/** Maximum wait for a response, in milliseconds. */
export const TIMEOUT = 60_000;

/** Sends the n-th request of a question once. @throws Error if nothing listens, or the response is not complete in time */
export async function send(
  port: number,
  question: Question,
  n: number,
  timeout: number = TIMEOUT,
): Promise<TestResponse> {
  const open = openLines({ port, timeout, http2: question.http2 });
  let line: Line | undefined;
  try {
    return await new Promise((resolve, reject) => {
      line = open({ responded: resolve, failed: reject });
      line.send(question.request(n));
    });
  } finally {
    line?.close();
  }
}

/** The target, size and end of a load. */
export interface Load {
  readonly port: number;
  /** The question to send. */
  readonly question: Question;
  /** The next request. */
  readonly next: () => Buffer;
  readonly connections: number;
  /** Ends after a number of seconds … */
  readonly seconds?: number;
  /** … or of responses. */
  readonly responses?: number;
  /** The required shape of every response. */
  readonly like: TestResponse;
}

/** The result of a load. */
export interface Loaded {
  readonly responded: number;
  /** Seconds. */
  readonly took: number;
  /** The share of a core that the load needed, from 0 to 1. Close to 1, the load is measured and not the server. */
  readonly busy: number;
}

/** Runs the load. @throws Error at the first unexpected response */
export async function load(load: Load): Promise<Loaded> {
  const {
    port,
    question: { http2, isLike = hasSameSize },
    next,
    connections,
    like,
    seconds = Number.POSITIVE_INFINITY,
    responses = Number.POSITIVE_INFINITY,
  } = load;
  const start = performance.now();
  const cpuAtStart = process.cpuUsage();
  const end = start + seconds * 1000;
  let requested = 0;
  let responded = 0;
  const another = () => {
    requested += 1;
    return next();
  };
  const open = openLines({ port, timeout: TIMEOUT, http2 });
  const lines: Line[] = [];
  const client = () =>
    new Promise<void>((resolve, reject) => {
      const line = open({
        responded(response) {
          if (!isLike(response, like))
            return reject(new Error(`under load: ${response.status}, ${response.grpcStatus}: ${response.body}`));
          responded += 1;
          if (performance.now() >= end || requested >= responses) resolve();
          else line.send(another());
        },
        failed: reject,
      });
      lines.push(line);
      line.send(another());
    });
  try {
    await Promise.all(Array.from({ length: Math.min(connections, responses) }, client));
  } finally {
    for (const line of lines) line.close();
  }
  const took = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpuAtStart);
  return { responded, took, busy: (user + system) / 1e6 / took };
}

function hasSameSize({ status, body }: TestResponse, before: TestResponse): boolean {
  if (status !== before.status) return false;
  return body.length === before.body.length || sizeOf(body) === sizeOf(before.body);
}

/** Without fractional seconds in dates: a date of a full second has none. */
function sizeOf(body: Buffer): number {
  return body.toString('latin1').replace(/(?<=T\d\d:\d\d:\d\d)\.\d+(?=Z)/g, '').length;
}
