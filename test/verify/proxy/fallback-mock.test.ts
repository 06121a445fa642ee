// Operations that the server does not implement are mocked, and marked as mocked.

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { closedAddress } from '../../support/listening.ts';
import { proxying, serving } from '../../support/proxying.ts';

const LIBRARY = fileURLToPath(new URL('../../support/library/library.yaml', import.meta.url));

interface Filled {
  readonly isOpen?: boolean;
  readonly operations?: readonly string[];
}

async function filling(server: RequestListener | string, { isOpen = true, operations = [] }: Filled = {}) {
  const mockServer = await createMockServer({
    apis: [{ name: 'library', document: LIBRARY, infer: true }],
    durability: 'memory',
  });
  onTestFinished(() => mockServer.close());
  const { url } = await mockServer.listen();
  return proxying(server, { mock: { url, mocksMissing: isOpen, operations } });
}

const by = (response: Response) => response.headers.get('x-understudy-responder');
const json = (response: ServerResponse, status: number, value: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** Responses of servers that implement only `GET /books/{id}`, with book 7, to all other requests. */
const NOWHERE: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  'an HTML page with the path': ({ method, url }, response) =>
    void response
      .writeHead(404, { 'content-type': 'text/html' })
      .end(`<pre>Cannot ${method} ${url?.replaceAll('/', '&#x2F;')}</pre>`),
  'an object with the path and the time': ({ url }, response) =>
    json(response, 404, { path: url, timestamp: new Date().toISOString(), id: crypto.randomUUID() }),
  '404 without a body': (_request, response) => void response.writeHead(404).end(),
  '405': (_request, response) => void response.writeHead(405).end(),
  '501': (_request, response) => void response.writeHead(501).end(),
};

const library =
  (nowhere: (request: IncomingMessage, response: ServerResponse) => void): RequestListener =>
  (request, response) => {
    const id = /^\/books\/([^/?]+)$/.exec(request.url ?? '')?.[1];
    request.resume().on('end', () => {
      if (request.method !== 'GET' || id === undefined) nowhere(request, response);
      else if (id === '7') json(response, 200, { id, title: 'Emma' });
      else json(response, 404, { error: `no book ${id}` });
    });
  };

test.each(Object.entries(NOWHERE))('mocks an operation for which the server returns %s', async (_what, nowhere) => {
  const { url, findings, verdict, traffic: beside } = await filling(library(nowhere));
  const list = await fetch(`${url}/books`);
  expect([list.status, by(list), Array.isArray(await list.json())]).toEqual([200, 'mock', true]);
  const added = await fetch(`${url}/books`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"title":"Persuasion"}',
  });
  expect([added.status, by(added), await added.json()]).toEqual([
    201,
    'mock',
    expect.objectContaining({ title: 'Persuasion' }),
  ]);
  const own = await fetch(`${url}/books/7`);
  expect([own.status, by(own), await own.json()]).toEqual([200, null, { id: '7', title: 'Emma' }]);
  expect(await findings()).toEqual([]);
  expect(beside.mocked.get('addBook')).toMatchObject({ count: 1 });
  const reasons = Object.fromEntries(
    (await verdict()).operations.map(({ operation: { id }, reason, outcome }) => [id, [outcome, reason]]),
  );
  expect(reasons.addBook).toEqual(['notTested', expect.stringMatching(/^mocked 1 time: the server returned \d+/)]);
  expect(reasons.getBook).toEqual(['passed', undefined]);
});

test.each(Object.keys(NOWHERE).slice(0, 2))(
  'forwards the 404 for an unknown book, if the server returns %s for unknown paths',
  async (what) => {
    const { url } = await filling(library(NOWHERE[what] as never));
    const response = await fetch(`${url}/books/8`);
    expect([response.status, by(response), await response.json()]).toEqual([404, null, { error: 'no book 8' }]);
  },
);

test('forwards every 404 of an operation that the server has implemented before', async () => {
  const { url } = await filling((request, response) => {
    if (request.url === '/books/7') json(response, 200, { id: '7', title: 'Emma' });
    else json(response, 404, { error: 'not found' });
  });
  const statusOf = async (id: string) => {
    const answer = await fetch(`${url}/books/${id}`);
    await answer.text();
    return [answer.status, by(answer)];
  };
  expect((await statusOf('8'))[1]).toBe('mock');
  expect(await statusOf('7')).toEqual([200, null]);
  expect(await statusOf('8')).toEqual([404, null]);
});

test('mocks an operation of which only 400 has been seen', async () => {
  const { url } = await filling((request, response) => {
    if (request.url === '/books?limit=x') json(response, 400, { error: 'no number' });
    else json(response, 404, { error: 'not found' });
  });
  const statusOf = async (path: string) => {
    const answer = await fetch(url + path);
    await answer.text();
    return [answer.status, by(answer)];
  };
  expect(await statusOf('/books?limit=x')).toEqual([400, null]);
  expect((await statusOf('/books'))[1]).toBe('mock');
});

test('mocks everything if the server is not reachable, and nothing if it aborts a request', async () => {
  const gone = await filling(await closedAddress());
  const answer = await fetch(`${gone.url}/books`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"title":"Persuasion"}',
  });
  expect([answer.status, by(answer)]).toEqual([201, 'mock']);
  const broken = await filling((_request, response) => void response.destroy());
  expect((await fetch(`${broken.url}/stats`)).status).toBe(502);
});

test('mocks only the selected operations, and does not forward them', async () => {
  const requested: (string | undefined)[] = [];
  const { url } = await filling(
    (request, response) => {
      requested.push(request.url);
      response.writeHead(501).end();
    },
    { isOpen: false, operations: ['getStats'] },
  );
  const stats = await fetch(`${url}/stats`);
  expect([stats.status, by(stats)]).toEqual([200, 'mock']);
  const books = await fetch(`${url}/books`);
  expect([books.status, by(books)]).toEqual([501, null]);
  expect(requested).toEqual(['/books']);
});

test('forwards 405 if the operation declares it', async () => {
  const { url } = await filling(
    (request, response) => void request.resume().on('end', () => response.writeHead(405).end()),
  );
  const answer = await fetch(`${url}/covers/1`, {
    method: 'PUT',
    body: 'x',
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect([answer.status, by(answer)]).toEqual([405, null]);
});

test('forwards the 404 for a request that is too large to be sent again', async () => {
  const { url } = await filling(
    (request, response) => void request.resume().on('end', () => response.writeHead(404).end()),
  );
  const put = (length: number) =>
    fetch(`${url}/covers/1`, {
      method: 'PUT',
      body: 'x'.repeat(length),
      headers: { 'content-type': 'application/octet-stream' },
    });
  expect(by(await put(1000))).toBe('mock');
  const long = await put(2_000_000);
  expect([long.status, by(long)]).toEqual([404, null]);
});

test('does not mock undeclared paths', async () => {
  const { url } = await filling((_request, response) => void response.writeHead(404).end());
  const other = await fetch(`${url}/_understudy/sandboxes`);
  expect([other.status, by(other)]).toEqual([404, null]);
});

test('mocks CORS preflights', async () => {
  const { url } = await filling((_request, response) => void response.writeHead(404).end());
  const preflight = await fetch(`${url}/books`, {
    method: 'OPTIONS',
    headers: { origin: 'http://a.test', 'access-control-request-method': 'POST' },
  });
  expect([preflight.status, by(preflight)]).toEqual([204, 'mock']);
});

test('recognises a 404 with a gzip body', async () => {
  const { gzipSync } = await import('node:zlib');
  const server = createServer((request, response) => {
    response.writeHead(404, { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
    response.end(gzipSync(`there is no ${request.url}`));
  });
  const { url } = await filling((await serving(server)).url);
  expect(by(await fetch(`${url}/stats`))).toBe('mock');
});
