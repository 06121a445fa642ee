// Requests of a page whose host name resolves to this machine (DNS rebinding).

import { expect, test } from 'vitest';
import { send } from '../support/mock-server.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../support/own-api.ts';
import { connectRaw } from '../support/raw-http.ts';

const DOCUMENT = documentOf({
  '/streams': {
    get: {
      operationId: 'open',
      parameters: [{ name: 'callbackUrl', in: 'query', schema: { type: 'string' } }],
      responses: jsonAnswers({ 200: { type: 'object' } }),
      callbacks: {
        opened: { '{$request.query.callbackUrl}': { post: { responses: { 200: { description: 'ok' } } } } },
      },
    },
  },
});

test('a rebound page creates no sandbox, causes no callback, and cannot use the control API', async () => {
  const mockServer = await ownMockServer(DOCUMENT, {}, { infer: true });
  const { port } = await mockServer.listen();
  const statusOf = async (method: string, path: string, headers: readonly string[] = []) => {
    const connection = await connectRaw(port);
    connection.send([`${method} ${path} HTTP/1.1`, `host: evil.example:${port}`, ...headers, '', ''].join('\r\n'));
    return (await connection.response()).status;
  };
  const control = async (path: string) =>
    (await send(mockServer, 'GET', `/_understudy/${path}`, { token: undefined })).body;
  expect(await statusOf('GET', '/_sandbox/x/streams')).toBe(403);
  expect(await statusOf('GET', '/streams', ['x-understudy-sandbox: x'])).toBe(403);
  expect(await statusOf('POST', '/_understudy/reset')).toBe(403);
  expect(await statusOf('GET', '/_understudy/state', ['x-forwarded-for: 192.0.2.9'])).toBe(403);
  const reset = encodeURIComponent(`http://127.0.0.1:${port}/_understudy/reset`);
  expect(await statusOf('GET', `/streams?callbackUrl=${reset}`)).toBe(200);
  expect(await control('sandboxes')).toMatchObject({ sandboxes: [{ sandbox: 'main' }] });
  const { exchanges } = await control('requests');
  expect(exchanges.at(-1).warnings).toContain(`callbacks are not sent for requests from pages of evil.example:${port}`);
});

test('a request of this machine causes no callback to the mock server itself', async () => {
  const mockServer = await ownMockServer(DOCUMENT, {}, { infer: true });
  const { port, url } = await mockServer.listen();
  const own = encodeURIComponent(`http://localhost:${port}/_understudy/reset`);
  expect((await fetch(`${url}/streams?callbackUrl=${own}`)).status).toBe(200);
  const { body } = await send(mockServer, 'GET', '/_understudy/requests', { token: undefined });
  expect(body.exchanges.at(-1).warnings).toContain(
    `callback opened was not sent: localhost:${port} is this mock server itself`,
  );
});
