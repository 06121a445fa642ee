// A load on one or several servers, with the time of each response.

import type { Question } from './contender.ts';
import { openLines } from './line.ts';
import { TIMEOUT } from './load.ts';
import type { Line } from './place.ts';

export interface Timed {
  /** Responses per second. */
  readonly rate: number;
  /** The median and the 99th percentile of response times, in milliseconds. */
  readonly half: number;
  readonly most: number;
  readonly responded: number;
}

/**
 * Sends requests over a number of connections, distributed over the ports in turn, like a client-side load balancer.
 *
 * @param requested - the question of each connection, counted from 0
 * @throws Error at the first incorrect response
 */
export async function timed(
  ports: readonly number[],
  requested: (connection: number) => Question,
  {
    connections,
    seconds,
    from = 0,
  }: { readonly connections: number; readonly seconds: number; readonly from?: number },
): Promise<Timed> {
  const took: number[] = [];
  const lines: Line[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let n = from;
  const client = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const question = requested(index);
      let since = 0;
      const open = openLines({ port: ports[index % ports.length] ?? 0, timeout: TIMEOUT });
      const line = open({
        responded(response) {
          took.push(performance.now() - since);
          try {
            question.check(response);
          } catch (error) {
            reject(error);
            return;
          }
          if (performance.now() >= end) resolve();
          else requestNext();
        },
        failed: reject,
      });
      const requestNext = () => {
        since = performance.now();
        n += 1;
        line.send(question.request(n));
      };
      lines.push(line);
      requestNext();
    });
  try {
    await Promise.all(Array.from({ length: connections }, (_, index) => client(index)));
  } finally {
    for (const line of lines) line.close();
  }
  const lasted = (performance.now() - start) / 1000;
  took.sort((one, other) => one - other);
  const part = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN;
  return { rate: took.length / lasted, half: part(0.5), most: part(0.99), responded: took.length };
}
