// `--enforce`: invalid requests and responses are not forwarded.

import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { proxying } from '../../support/proxying.ts';

const json = { 'content-type': 'application/json' };

/** An enforcing proxy in front of a server that logs its requests. */
async function refusing(server: RequestListener) {
  const reached: string[] = [];
  const proxy = await proxying(
    (request, response) => {
      reached.push(`${request.method} ${request.url}`);
      server(request, response);
    },
    { enforce: true, bodyLimit: 4096 },
  );
  return { ...proxy, reached };
}

const echo: RequestListener = (request, response) => {
  let body = '';
  request.on('data', (piece) => {
    body += piece;
  });
  request.on('end', () => response.writeHead(201, json).end(JSON.stringify({ id: '1', ...JSON.parse(body) })));
};

test('forwards a valid request with its body', async () => {
  const { url, reached, findings } = await refusing(echo);
  const response = await fetch(`${url}/books`, { method: 'POST', headers: json, body: '{"title":"Emma"}' });
  expect([response.status, await response.json()]).toEqual([201, { id: '1', title: 'Emma' }]);
  expect(reached).toEqual(['POST /books']);
  expect(await findings()).toEqual([]);
});

test('rejects an invalid request with a declared error response, and does not forward it', async () => {
  const { url, reached, findings } = await refusing(echo);
  const response = await fetch(`${url}/books`, { method: 'POST', headers: json, body: '{"title":""}' });
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: expect.stringContaining('/title must have at least 1 character') },
  ]);
  const wrong = await fetch(`${url}/books`, { method: 'PATCH' });
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, expect.stringContaining('GET')]);
  expect(reached).toEqual([]);
  expect(await findings()).toEqual([
    expect.stringMatching(/^request-valid listBooks: .* method PATCH/),
    expect.stringMatching(/^request-valid addBook: .*at least 1 character/),
  ]);
});

test('replaces an invalid response by 502 with the reason', async () => {
  const { url, findings } = await refusing(
    (_request, response) => void response.writeHead(200, json).end('{"id":7,"title":"Emma"}'),
  );
  const answer = await fetch(`${url}/books/7`);
  expect([answer.status, ((await answer.json()) as { readonly message: string }).message]).toEqual([
    502,
    'invalid response: response-body: response 200 /id must be a string',
  ]);
  expect(await findings()).toEqual(['response-body getBook: response 200 /id must be a string']);
});

test('forwards bodies above the limit in both directions', async () => {
  const {
    url,
    traffic: beside,
    verdict,
  } = await refusing((request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    request.pipe(response);
  });
  const body = Buffer.alloc(100_000, 'x');
  const answer = await fetch(`${url}/covers/1`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body,
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
  await verdict();
  expect([...beside.unchecked]).toEqual([['a large or incomplete request body', 1]]);
});

test('forwards events without waiting for the end', async () => {
  const { url } = await refusing((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: 1\n\n');
  });
  const reader = (await fetch(`${url}/news`)).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? '').toString()).toBe('data: 1\n\n');
  await reader?.cancel();
});
