// The load generator: concurrent requests, and the responses that end it.

import { once } from 'node:events';
import { createServer as createHttp1 } from 'node:http';
import { createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Question } from '../../bench/contender.ts';
import { load, send } from '../../bench/load.ts';

const GOOD = { status: 200, body: Buffer.from('good'), grpcStatus: '0' };

const question: Question = {
  request: () => Buffer.from('?'),
  http2: { ':method': 'POST', ':path': '/Ask' },
  isLike: ({ grpcStatus }, before) => grpcStatus === before.grpcStatus,
  check() {},
};

/**
 * A server that responds with a `grpc-status` in its trailers, or resets a stream without one. It sends no response before
 * `together` requests are pending.
 */
async function serving(statusOf: (n: number) => string | undefined, together = 1) {
  const server = createServer();
  const sessions = new Set<ServerHttp2Session>();
  const seen = { sessions, requested: 0, underWay: 0, most: 0 };
  const gathered = Promise.withResolvers<void>();
  const response = async (stream: ServerHttp2Stream) => {
    const grpcStatus = statusOf(seen.requested++);
    seen.most = Math.max(seen.most, ++seen.underWay);
    if (seen.underWay === together) gathered.resolve();
    await Promise.all([gathered.promise, once(stream.resume(), 'end')]);
    seen.underWay -= 1;
    if (grpcStatus === undefined) return stream.close(8);
    stream.respond({ ':status': 200 }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': grpcStatus }));
    stream.end('good');
  };
  server.on('session', (session) => sessions.add(session));
  server.on('stream', response);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

test('a response has its body and the grpc-status of its trailers', async () => {
  const { port } = await serving(() => '0');
  expect(await send(port, question, 0)).toEqual(GOOD);
});

test('a load has a number of pending requests, on two connections, until all have responses', async () => {
  let sent = 0;
  const sentWhen: number[] = [];
  const { port, seen } = await serving((n) => {
    sentWhen[n] = sent;
    return '0';
  }, 6);
  const next = () => {
    sent += 1;
    return question.request(0);
  };
  const { responded } = await load({ port, question, next, connections: 6, responses: 60, like: GOOD });
  expect(responded).toBe(60);
  expect(seen).toMatchObject({ requested: 60, most: 6 });
  // None gets a response before the sixth has arrived.
  expect(sentWhen[5]).toBe(6);
  expect(seen.sessions.size).toBe(2);
});

test.each([
  ['that differs from the one before', '13'],
  ['that is reset', undefined],
])('a response %s ends the load', async (_, bad) => {
  const { port } = await serving((n) => (n === 30 ? bad : '0'));
  const next = () => question.request(0);
  await expect(load({ port, question, next, connections: 6, responses: 60, like: GOOD })).rejects.toThrow('under load');
});

test.each([
  ['a date of a full second is shorter', '{"at":"2026-01-02T03:04:05Z"}', true],
  ['a date has another fraction', '{"at":"2026-01-02T03:04:05.670Z"}', true],
  ['a key is missing', '{"at":""}', false],
])('where %s, a response is as long as the one before it: %s is %s', async (_, body, isLike) => {
  const server = createHttp1((_, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const next = () => Buffer.from('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  const requested: Question = { request: next, check() {} };
  const like = { status: 200, body: Buffer.from('{"at":"2026-01-02T03:04:05.600Z"}') };
  const loaded = load({ port, question: requested, next, connections: 1, responses: 2, like });
  if (isLike) expect(await loaded).toMatchObject({ responded: 2 });
  else await expect(loaded).rejects.toThrow('under load');
});
