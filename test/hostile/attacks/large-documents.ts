// Concurrent requests for generated responses of large public documents.

import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Attack, Size, Target } from '../attack.ts';

const REQUESTS = { short: 64, full: 256 };
const CONNECTIONS = 64;
const LABELS = 50_000;

interface ExpectedRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
}

/** Sends requests over keep-alive connections. @throws Error if a response has another status than `status` */
async function sendAll({ port }: Target, size: Size, create: (number: number) => ExpectedRequest): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const send = ({ path, method = 'GET', headers = {}, body, status }: ExpectedRequest) =>
    new Promise<void>((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
        text(response).then((received) => {
          if (response.statusCode === status) resolve();
          else reject(new Error(`${method} ${path} returned ${response.statusCode}: ${received.slice(0, 300)}`));
        }, reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  try {
    // The first request compiles the schemas.
    await send(create(0));
    await Promise.all(Array.from({ length: REQUESTS[size] }, (_, number) => send(create(number + 1))));
  } finally {
    agent.destroy();
  }
  return REQUESTS[size];
}

const github = new URL('../github.ts', import.meta.url);
const path = (number: number) => `/repos/owner${number}/name/pulls?per_page=100`;
const labels = JSON.stringify(Object.fromEntries(Array.from({ length: LABELS }, (_, number) => [`n${number}`, 'x'])));

export const largeDocuments: readonly Attack[] = [
  {
    title: "64 requests at once for lists of GitHub's API (a document of 5.7 MB), each of another repository",
    api: github,
    run: (target, size) => sendAll(target, size, (number) => ({ path: path(number), status: 200 })),
  },
  {
    title: "64 at once for responses of GitHub's API with `Prefer: dynamic=true`",
    api: github,
    run: (target, size) =>
      sendAll(target, size, (number) => ({ path: path(number), headers: { prefer: 'dynamic=true' }, status: 200 })),
  },
  {
    title: "64 at once with 50,000 names in a body (640 KB) for Kubernetes' API, with a token",
    api: new URL('../kubernetes.ts', import.meta.url),
    run: (target, size) =>
      sendAll(target, size, (number) => ({
        method: 'POST',
        // Nothing is stored.
        path: `/apis/authentication.k8s.io/v1/tokenreviews?fieldManager=${number}`,
        headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
        body: `{"apiVersion":"authentication.k8s.io/v1","kind":"TokenReview","metadata":{"labels":${labels}},"spec":{}}`,
        status: 200,
      })),
  },
];

export const impossibleSchemas: Attack = {
  title: '64 at once for schemas that no value satisfies',
  api: new URL('../impossible.ts', import.meta.url),
  run: (target, size) =>
    sendAll(target, size, (number) => ({
      path: ['/properties', '/items', '/itself'][number % 3] ?? '/',
      status: 501,
    })),
};
