// The load balancer of the tests: distribution of requests, and retries.

import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { closedAddress } from '../support/listening.ts';
import { type LoadBalancer, loadBalancer } from '../support/load-balancer.ts';
import { serving } from '../support/proxying.ts';

async function balancing(...replicas: (RequestListener | string)[]): Promise<LoadBalancer> {
  const urls: string[] = [];
  for (const replica of replicas)
    urls.push(typeof replica === 'string' ? replica : (await serving(createServer(replica))).url);
  const balancer = await loadBalancer(urls);
  onTestFinished(() => balancer.close());
  return balancer;
}

const named =
  (name: string): RequestListener =>
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => void chunks.push(chunk));
    request.on('end', () =>
      response
        .writeHead(200, { 'x-by': name })
        .end(`${request.method} ${request.url} ${request.headers.host} ${Buffer.concat(chunks)}`),
    );
  };
const hangUp: RequestListener = ({ socket }) => void socket.destroy();
const by = async (requested: Promise<Response>) => (await requested).headers.get('x-by');

test('each request goes to the next server, unchanged', async () => {
  const { url, served } = await balancing(named('one'), named('two'));
  const response = await fetch(`${url}/a?b=c`, { method: 'POST', body: 'body' });
  expect([response.headers.get('x-by'), await response.text()]).toEqual([
    'one',
    `POST /a?b=c ${new URL(url).host} body`,
  ]);
  expect([await by(fetch(url)), await by(fetch(url))]).toEqual(['two', 'one']);
  expect(served).toEqual([2, 1]);
});

test('an idempotent request is sent to another server when the connection is closed', async () => {
  const balancer = await balancing(hangUp, named('two'));
  expect(await by(fetch(balancer.url, { method: 'PUT', body: 'x' }))).toBe('two');
  expect(balancer.retries).toBe(1);
});

test('other requests are not repeated, except when no server has received them', async () => {
  const { url, served } = await balancing(hangUp, named('two'));
  expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(502);
  expect(served).toEqual([0, 0]);
  const other = await balancing(await closedAddress(), named('two'));
  expect(await by(fetch(other.url, { method: 'POST', body: 'x' }))).toBe('two');
});

test('it returns an error when no server responds', async () => {
  const { url } = await balancing(hangUp, await closedAddress());
  expect((await fetch(url)).status).toBe(502);
});
