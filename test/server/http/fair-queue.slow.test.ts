// An HTTP/2 client that reads nothing: its next requests wait.

import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ask2, connect2, OK, responding } from '../../support/wire-server.ts';

test('an HTTP/2 client that reads nothing gets only as many responses as may be unread, and the rest when it reads', async () => {
  const length = 4 * 1024 * 1024;
  const body = Buffer.alloc(length);
  const { url, requests: requested } = await responding(({ target }) => (target === '/long' ? { ...OK, body } : OK));
  const session = await connect2(url);
  const streams = Array.from({ length: 40 }, () => session.request({ ':path': '/long' }).pause());
  await Promise.all(streams.slice(0, 16).map((stream) => once(stream, 'response')));
  for (let count = 0; count < 10; count += 1) await ask2(await connect2(url), { ':path': '/' });
  // Requests that start before any response can be read may be more.
  expect(requested.filter(({ target }) => target === '/long').length).toBeLessThanOrEqual(32);
  const lengths = streams.map(async (stream) => {
    let sum = 0;
    for await (const chunk of stream) sum += chunk.length;
    return sum;
  });
  expect(await Promise.all(lengths)).toEqual(streams.map(() => length));
});
