// The load over HTTP/2: how many requests are under way, and which answer ends it.

import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Question } from '../../bench/contender.ts';
import { ask, load } from '../../bench/load.ts';

const GOOD = { status: 200, body: Buffer.from('good'), grpcStatus: '0' };

const question: Question = {
  request: () => Buffer.from('?'),
  http2: { ':method': 'POST', ':path': '/Ask' },
  isLike: ({ grpcStatus }, before) => grpcStatus === before.grpcStatus,
  check() {},
};

/** A server that answers with a `grpc-status` in its trailers, or breaks a stream off if it is told none. */
async function serving(statusOf: (n: number) => string | undefined) {
  const server = createServer();
  const seen = { sessions: 0, asked: 0, underWay: 0, most: 0 };
  const answer = (stream: ServerHttp2Stream) => {
    const grpcStatus = statusOf(seen.asked++);
    seen.most = Math.max(seen.most, ++seen.underWay);
    stream.on('close', () => {
      seen.underWay -= 1;
    });
    stream.resume().on('end', () => {
      if (grpcStatus === undefined) return stream.close(8);
      stream.respond({ ':status': 200 }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': grpcStatus }));
      stream.end('good');
    });
  };
  server.on('session', (session) => {
    seen.sessions += 1;
    onTestFinished(() => session.destroy());
  });
  server.on('stream', answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, seen };
}

test('an answer has its body and the grpc-status of its trailers', async () => {
  const { port } = await serving(() => '0');
  expect(await ask(port, question, 0)).toEqual(GOOD);
});

test('a load keeps so many requests under way, on two connections, until all are answered', async () => {
  const { port, seen } = await serving(() => '0');
  const next = () => question.request(0);
  const { answered } = await load({ port, question, next, connections: 6, answers: 60, like: GOOD });
  expect(answered).toBe(60);
  expect(seen).toMatchObject({ sessions: 2, asked: 60 });
  expect(seen.most).toBeGreaterThan(2);
  expect(seen.most).toBeLessThanOrEqual(6);
});

test.each([
  ['that is not like the one before', '13'],
  ['that is broken off', undefined],
])('an answer %s ends the load', async (_, bad) => {
  const { port } = await serving((n) => (n === 30 ? bad : '0'));
  const next = () => question.request(0);
  await expect(load({ port, question, next, connections: 6, answers: 60, like: GOOD })).rejects.toThrow('under load');
});
