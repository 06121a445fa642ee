// A minimal round-robin load balancer for replicas; it tries the next one when a replica does not respond.

import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface LoadBalancer {
  readonly url: string;
  /** The number of requests to each replica with a response, and the number of failed attempts. */
  readonly served: readonly number[];
  readonly retries: number;
  close(): Promise<void>;
}

/** Methods that may be sent twice (RFC 9110, section 9.2.2). */
const IDEMPOTENT = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'];

/** Number of rounds over all replicas before a request fails. */
const ROUNDS = 2;

interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Starts a load balancer on a free port, without sticky sessions. @param urls - of the replicas */
export async function loadBalancer(urls: readonly string[]): Promise<LoadBalancer> {
  const agent = new Agent({ keepAlive: true });
  const served = urls.map(() => 0);
  let retries = 0;
  let turn = 0;

  function send(url: string, { method, url: path, headers }: IncomingMessage, body: Buffer): Promise<TestResponse> {
    return new Promise((resolve, reject) => {
      const sent = request(url + path, { method: method ?? 'GET', headers, agent }, (response) => {
        buffer(response).then(
          (whole) => resolve({ status: response.statusCode ?? 502, headers: response.headers, body: whole }),
          reject,
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  async function answer(incoming: IncomingMessage): Promise<TestResponse> {
    const body = await buffer(incoming);
    for (let tries = 0; tries < ROUNDS * urls.length; tries += 1) {
      const index = turn % urls.length;
      turn += 1;
      try {
        const responded = await send(urls[index] ?? '', incoming, body);
        served[index] = (served[index] ?? 0) + 1;
        return responded;
      } catch (error) {
        // Without a connection, nothing was sent.
        const isUnsent = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
        if (!isUnsent && !IDEMPOTENT.includes(incoming.method ?? '')) break;
        retries += 1;
      }
    }
    return { status: 502, headers: {}, body: Buffer.from('no replica answers') };
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming).then(
      ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body),
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    get retries() {
      return retries;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}
