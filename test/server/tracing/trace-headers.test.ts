// Trace headers without OpenTelemetry: passed on unchanged, recorded and logged.

import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLog } from '../../../src/cli/serve/request-log-file.ts';
import type { MockServer, MockServerSettings } from '../../../src/index.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';
import { receiver } from '../../support/receiver.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const HEADERS = { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'rojo=1,congo=t61rcWkgMzE' };
const INVALID = { traceparent: `00-${TRACE}-${SPAN}`, tracestate: 'rojo=1' };
const HOOK = { post: { responses: { '204': { description: 'ok' } } } };

const DOCUMENT = documentOf(
  {
    '/jobs': {
      post: {
        operationId: 'startJob',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: jsonAnswers({ 200: {} }),
        callbacks: { done: { '{$request.body#/url}': HOOK } },
      },
    },
  },
  { webhooks: { news: HOOK }, openapi: '3.1.0' },
);

const tracedServer = (settings: Partial<MockServerSettings> = {}) =>
  ownMockServer(
    DOCUMENT,
    { startJob: ({ trace }: { trace: unknown }) => trace ?? 'no trace' },
    { infer: true },
    settings,
  );

const send = (server: MockServer, path: string, headers: Readonly<Record<string, string>>, body: object = {}) =>
  server.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  );

async function requestsOf(server: MockServer, match: object = {}) {
  const response = await send(server, '/_understudy/requests/find', {}, { match, limit: 10 });
  return ((await response.json()) as { exchanges: readonly { operation?: string; traceId?: string }[] }).exchanges;
}

test('a handler receives the trace of its request, with the headers to pass on', async () => {
  const server = await tracedServer();
  expect(await (await send(server, '/jobs', HEADERS)).json()).toEqual({
    traceId: TRACE,
    spanId: SPAN,
    isSampled: true,
    headers: HEADERS,
  });
  expect(await (await send(server, '/jobs', INVALID)).json()).toBe('no trace');
});

test('callbacks and webhooks carry the headers of the request that caused them', async () => {
  const server = await tracedServer();
  const { url, until } = await receiver();
  await send(server, '/jobs', HEADERS, { url });
  await until(1);
  await send(server, '/_understudy/webhooks/news', HEADERS, { url });
  await send(server, '/_understudy/webhooks/news', INVALID, { url });
  const [callback, webhook, untraced] = await until(3);
  expect(callback?.headers).toMatchObject(HEADERS);
  expect(webhook?.headers).toMatchObject(HEADERS);
  expect(untraced?.headers).not.toHaveProperty('traceparent');
  expect(untraced?.headers).not.toHaveProperty('tracestate');
});

test('the request log has the id of the trace, and finds requests by it', async () => {
  const server = await tracedServer();
  await send(server, '/jobs', INVALID);
  await send(server, '/jobs', HEADERS);
  expect((await requestsOf(server)).map(({ traceId }) => traceId)).toEqual([undefined, TRACE]);
  expect(await requestsOf(server, { traceId: TRACE })).toMatchObject([{ operation: 'startJob', traceId: TRACE }]);
  expect(await requestsOf(server, { traceId: SPAN })).toEqual([]);
});

test('a line of the JSON log has the ids of trace and span, also that of a page', async () => {
  const file = join(await temporaryFolder(), 'log');
  const log = openLog(openSync(file, 'w'));
  const server = await tracedServer({ onResponse: log.onResponse });
  await send(server, '/jobs', HEADERS);
  await server.fetch(new Request('http://localhost/_understudy/api', { headers: HEADERS }));
  await send(server, '/jobs', {});
  log.close();
  const [traced, page, other] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([traced, page]).toMatchObject(Array(2).fill({ trace_id: TRACE, span_id: SPAN }));
  expect(other).not.toHaveProperty('trace_id');
});
