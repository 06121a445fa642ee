// The accept queue: new connections with little data start at once, others one after the other.

import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AcceptQueue } from '../../../src/server/http/accept-queue.ts';
import { connectRaw } from '../../support/raw-http.ts';
import { OK, responding } from '../../support/wire-server.ts';

/** A connection with this many buffered bytes. */
function message(bytes: number): PassThrough {
  const connection = new PassThrough();
  connection.write(Buffer.alloc(bytes));
  return connection;
}

test('connections with little data start at once, also while others wait', () => {
  const arrivals = new AcceptQueue();
  const begun: string[] = [];
  arrivals.add(message(5000), () => begun.push('long'));
  arrivals.add(message(5000), () => begun.push('longer'));
  arrivals.add(message(100), () => begun.push('short'));
  arrivals.add(message(4096), () => begun.push('not quite long'));
  expect(begun).toEqual(['long', 'short', 'not quite long']);
});

test('the server reads other input between two connections with much data', async () => {
  const arrivals = new AcceptQueue();
  const done: string[] = [];
  for (const name of ['a', 'b', 'c']) arrivals.add(message(5000), () => done.push(name));
  while (done.at(-1) !== 'c') {
    await setImmediate();
    if (done.at(-1) !== '-' && done.at(-1) !== 'c') done.push('-');
  }
  expect(done).toEqual(['a', '-', 'b', '-', 'c']);
});

test('a connection that closes while it waits does not start, and does not block others', async () => {
  const arrivals = new AcceptQueue();
  const done: string[] = [];
  const leaving = message(5000);
  arrivals.add(message(5000), () => done.push('first'));
  arrivals.add(leaving, () => done.push('left'));
  leaving.destroy(new Error('reset'));
  await new Promise<void>((resolve) => arrivals.add(message(5000), resolve));
  expect(done).toEqual(['first']);
});

test('all connections that arrive at once with much data get responses', async () => {
  const { port } = await responding(async ({ target }) => ({ ...OK, body: target }));
  const connections = await Promise.all(Array.from({ length: 20 }, () => connectRaw(port)));
  const padding = `X-Padding: ${'a'.repeat(8000)}`;
  const responses = connections.map(async (connection, number) => {
    connection.send([1, 2].map((part) => `GET /${number}/${part} HTTP/1.1\r\nHost: a\r\n${padding}\r\n\r\n`).join(''));
    return [(await connection.response()).body, (await connection.response()).body];
  });
  expect(await Promise.all(responses)).toEqual(connections.map((_, number) => [`/${number}/1`, `/${number}/2`]));
});
