// One request to a replica, and its outcome for the client.

import { Agent, request } from 'node:http';

/** The response. */
export interface TestResponse {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: { readonly message?: string; readonly [name: string]: unknown };
}

export interface TestRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Maximum wait for a response, in milliseconds: far longer than any successful request. */
const TIMEOUT = 20_000;

/** Connections of one client. No request is ever sent twice. */
export type Connections = Agent;

export function connections(): Connections {
  return new Agent({ keepAlive: true, maxSockets: 1 });
}

/** @throws Error if there is no complete response */
export function send(
  agent: Connections,
  url: string,
  { method, path, body, headers }: TestRequest,
): Promise<TestResponse> {
  const text = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      {
        method,
        agent,
        signal: AbortSignal.timeout(TIMEOUT),
        headers: {
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => void chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers: received } = response;
          try {
            const read = chunks.length === 0 ? {} : JSON.parse(`${Buffer.concat(chunks)}`);
            resolve({ status, etag: received.etag, body: read });
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}
