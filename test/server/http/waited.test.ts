// Queued requests of a connection: they are complete when it is their turn.

import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { WireRequest } from '../../../src/server/pipeline/wire.ts';
import { connectRaw } from '../../support/raw-http.ts';
import { ask2, connect2, OK, responding } from '../../support/wire-server.ts';

const post = (body: string) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const inChunks = (...pieces: string[]) => {
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('');
  return `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
};
const text = ({ body }: WireRequest) => Buffer.from(body).toString();

test('queued requests do not lose their bodies', async () => {
  const { port, requests } = await responding();
  const connection = await connectRaw(port);
  const long = 'long'.repeat(5000);
  connection.send(post('first') + post('second') + inChunks('th', 'ird') + post('') + post(long) + post('last'));
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await connection.response()).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  expect(requests.map(text)).toEqual(['first', 'second', 'third', '', long, 'last']);
});

test('the body limit applies to queued requests', async () => {
  const { port, requests } = await responding(undefined, { bodyLimit: 10 });
  const connection = await connectRaw(port);
  connection.send(post('x'.repeat(10)) + post('x'.repeat(10)) + post('x'.repeat(11)));
  for (let n = 0; n < 3; n += 1) await connection.response();
  expect(requests.map(({ exceededLimit: exceeds, body }) => [exceeds, body.length])).toEqual([
    [undefined, 10],
    [undefined, 10],
    [10, 0],
  ]);
});

test('queued requests are aborted when their client disconnects', async () => {
  const came = Promise.withResolvers<void>();
  const left = Promise.withResolvers<boolean | undefined>();
  const { port, thrown } = await responding(async (request) => {
    if (text(request) !== 'second') return OK;
    const { signal } = request;
    came.resolve();
    if (signal && !signal.aborted) await once(signal, 'abort');
    left.resolve(request.isDisconnected);
    return OK;
  });
  const connection = await connectRaw(port);
  connection.send(post('first') + post('second'));
  await came.promise;
  connection.destroy();
  expect(await left.promise).toBe(true);
  expect(thrown).toEqual([]);
});

test('queued HTTP/2 requests get responses if their empty body ended meanwhile', async () => {
  const { url, requests } = await responding(({ body }) => ({ ...OK, body: `${body.length}` }));
  const session = await connect2(url);
  // So many at once that most are queued.
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => ask2(session, { ':method': 'POST', ':path': '/' }, '')),
  );
  expect(responses.map(({ status, body }) => `${status} ${body}`)).toEqual(responses.map(() => '200 0'));
  expect(requests).toHaveLength(100);
});
