// Requests for generated responses of large public documents, each for something else, and long bodies for them.

import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Attack, Size, Target } from '../attack.ts';

const REQUESTS = { short: 64, full: 256 };
/** As many connections as there are requests at once. */
const AT_ONCE = 64;
/** In a body. */
const NAMES = 50_000;

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
}

/** Asks over 64 connections that stay open, each time what `asked` says. @throws Error if a response has another status than was meant */
async function askAll({ port }: Target, size: Size, asked: (number: number) => Asked): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const ask = ({ path, method = 'GET', headers = {}, body, status }: Asked) =>
    new Promise<void>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
        text(response).then((said) => {
          if (response.statusCode === status) resolve();
          else reject(new Error(`${method} ${path} was answered with ${response.statusCode}: ${said.slice(0, 300)}`));
        }, reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  try {
    // What is compiled and made at the first request belongs to the document.
    await ask(asked(0));
    await Promise.all(Array.from({ length: REQUESTS[size] }, (_, number) => ask(asked(number + 1))));
  } finally {
    agent.destroy();
  }
  return REQUESTS[size];
}

const github = new URL('../github.ts', import.meta.url);
const path = (number: number) => `/repos/owner${number}/name/pulls?per_page=100`;
const labels = JSON.stringify(Object.fromEntries(Array.from({ length: NAMES }, (_, number) => [`n${number}`, 'x'])));

export const largeDocuments: readonly Attack[] = [
  {
    title: "64 requests at once for lists of GitHub's API (a document of 5.7 MB), each of another repository",
    api: github,
    run: (target, size) => askAll(target, size, (number) => ({ path: path(number), status: 200 })),
  },
  {
    title: "64 at once for responses of GitHub's API with `Prefer: dynamic=true`",
    api: github,
    run: (target, size) =>
      askAll(target, size, (number) => ({ path: path(number), headers: { prefer: 'dynamic=true' }, status: 200 })),
  },
  {
    title: "64 at once with 50,000 names in a body (640 KB) for Kubernetes' API, with a token",
    api: new URL('../kubernetes.ts', import.meta.url),
    run: (target, size) =>
      askAll(target, size, (number) => ({
        method: 'POST',
        // Nothing of it is kept.
        path: `/apis/authentication.k8s.io/v1/tokenreviews?fieldManager=${number}`,
        headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
        body: `{"apiVersion":"authentication.k8s.io/v1","kind":"TokenReview","metadata":{"labels":${labels}},"spec":{}}`,
        status: 200,
      })),
  },
  {
    title: '64 at once for values that no schema allows',
    api: new URL('../impossible.ts', import.meta.url),
    run: (target, size) =>
      askAll(target, size, (number) => ({
        path: ['/properties', '/items', '/itself'][number % 3] ?? '/',
        status: 501,
      })),
  },
];
