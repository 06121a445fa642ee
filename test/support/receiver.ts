// A server that records requests and returns configured statuses.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Ends with the test.
 *
 * @param responses - the statuses of its responses in sequence; the last one applies to all later ones. Default: 204
 */
export async function receiver(
  responses: readonly [number, ...number[]] = [204],
  headers: Record<string, string> = {},
) {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const status = responses[Math.min(received.length, responses.length - 1)] ?? 204;
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    response.writeHead(status, headers).end();
    for (const wake of waiting.splice(0)) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** The received requests once there are so many. */
    async until(count: number): Promise<readonly Received[]> {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return received;
    },
  };
}
