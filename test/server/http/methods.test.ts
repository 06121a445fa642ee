// Operations with additional methods (additionalOperations), over real ports.

import { request as requestNode } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';
import { connectRaw } from '../../support/raw-http.ts';
import { ask2, connect2 } from '../../support/wire-server.ts';

const named = (operationId: string) => ({ operationId, responses: jsonAnswers({ 200: { type: 'string' } }) });

/** Serves `/a` with QUERY, COPY, and an unknown method. */
async function serving() {
  const additionalOperations = { COPY: named('copyA'), FROB: named('frobA'), CONNECT: named('connectA') };
  const document = documentOf({ '/a': { query: named('queryA'), additionalOperations } }, { openapi: '3.2.0' });
  const handlers = Object.fromEntries(
    ['copyA', 'frobA', 'connectA', 'queryA'].map((name) => [name, () => `by ${name}`]),
  );
  const mockServer = await ownMockServer(document, handlers);
  return { mockServer, ...(await mockServer.listen()) };
}

test.each([
  ['COPY', 'by copyA'],
  ['QUERY', 'by queryA'],
])('%s gets a response over HTTP/1.1', async (method, body) => {
  const { url } = await serving();
  const answer = await new Promise<unknown>((resolve, reject) => {
    requestNode(`${url}/a`, { method }, (response) => resolve(json(response)))
      .on('error', reject)
      .end();
  });
  expect(answer).toBe(body);
});

test('a method that Node does not support is rejected over HTTP/1.1 with a hint, and works over HTTP/2 and fetch', async () => {
  const { mockServer, url } = await serving();
  const raw = await connectRaw(Number(new URL(url).port));
  raw.send('FROB /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const rejected = await raw.response();
  expect([rejected.status, rejected.body]).toEqual([400, expect.stringContaining('HTTP/2 accepts any')]);
  const responded = await ask2(await connect2(url), { ':method': 'FROB', ':path': '/a' });
  expect(JSON.parse(`${responded.body}`)).toBe('by frobA');
  const fetched = await mockServer.fetch(new Request('http://mock-server/a', { method: 'FROB' }));
  expect(await fetched.json()).toBe('by frobA');
});

test('methods that clients cannot send are reported as findings of the document', async () => {
  const { mockServer } = await serving();
  const reported = mockServer.documents()[0]?.findings.filter(({ rule }) => rule === 'method');
  expect(reported?.map(({ pointer, message }) => [pointer, message])).toEqual([
    ['/paths/~1a/additionalOperations/FROB', expect.stringContaining('over HTTP/2 and server.fetch only')],
    ['/paths/~1a/additionalOperations/CONNECT', expect.stringContaining('is never called')],
  ]);
});
