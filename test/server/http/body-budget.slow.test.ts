// Uploads that exceed the body budget: they wait, and the longest are rejected.

import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { connectRaw } from '../../support/raw-http.ts';
import { ask2, connect2, responding } from '../../support/wire-server.ts';

const MEGABYTE = 1024 * 1024;
/** The body limit, and a body without its last byte. */
const LIMIT = 4 * MEGABYTE;
const UNFINISHED = Buffer.alloc(LIMIT - 1);
const head = (length: number) => `POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

describe('uploads', () => {
  test('without an end give way to others on their connection, and are rejected', async () => {
    const { url, requests } = await responding(undefined, { bodyLimit: LIMIT, bodyTimeout: 200 });
    const session = await connect2(url, { maxSessionMemory: 100 });
    const stuck = Array.from({ length: 8 }, () => {
      const stream = session.request({ ':method': 'POST', ':path': '/stuck' });
      stream.resume().write(UNFINISHED);
      return once(stream, 'response');
    });
    const [fields] = await Promise.race(stuck);
    expect([fields[':status'], fields['retry-after']]).toEqual([503, '1']);
    const { status } = await ask2(session, { ':method': 'POST', ':path': '/upload' }, Buffer.alloc(MEGABYTE));
    expect(status).toBe(200);
    expect(requests.map(({ target, body }) => [target, body.length])).toEqual([['/upload', MEGABYTE]]);
  });

  test('without an end give way to other connections, and are rejected', async () => {
    const { port, requests } = await responding(undefined, { bodyLimit: LIMIT, bodyTimeout: 200 });
    const stuck = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const connection = await connectRaw(port);
        connection.send(head(LIMIT));
        connection.send(UNFINISHED);
        return connection;
      }),
    );
    const { status, headers } = await Promise.race(stuck.map((connection) => connection.response()));
    expect([status, headers.get('retry-after'), headers.get('connection')]).toEqual([503, '1', 'close']);
    const connection = await connectRaw(port);
    connection.send(head(MEGABYTE));
    connection.send(Buffer.alloc(MEGABYTE));
    expect((await connection.response()).status).toBe(200);
    expect(requests.map(({ body }) => body.length)).toEqual([MEGABYTE]);
  });

  test('that exceed the budget together are all complete if they end', async () => {
    const { url, requests } = await responding(undefined, { bodyLimit: LIMIT });
    const sessions = await Promise.all(Array.from({ length: 3 }, () => connect2(url, { maxSessionMemory: 100 })));
    const uploads = sessions.flatMap((session) =>
      Array.from({ length: 8 }, () => ask2(session, { ':method': 'POST' }, Buffer.alloc(LIMIT))),
    );
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(new Set(requests.map(({ body }) => body.length))).toEqual(new Set([LIMIT]));
  });

  test('of small bodies work while many long ones are stuck', async () => {
    const { port, url } = await responding(undefined, { bodyLimit: LIMIT });
    for (let count = 0; count < 12; count += 1) {
      const connection = await connectRaw(port);
      connection.send(head(LIMIT));
      connection.send(UNFINISHED);
    }
    const body = 'x'.repeat(10_000);
    for (let count = 0; count < 20; count += 1) {
      expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
    }
  });

  test('of disconnected clients free their budget', async () => {
    const { port, url } = await responding(undefined, { bodyLimit: LIMIT });
    const connections = await Promise.all(Array.from({ length: 12 }, () => connectRaw(port)));
    for (const connection of connections) {
      connection.send(head(LIMIT));
      connection.send(UNFINISHED);
    }
    await fetch(url);
    for (const connection of connections) connection.destroy();
    expect((await fetch(url, { method: 'POST', body: UNFINISHED })).status).toBe(200);
  });
});
