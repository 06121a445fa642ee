// Unread responses: their total size is limited.

import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PendingResponses } from '../../../src/server/http/pending-responses.ts';
import { connect2, OK, responding } from '../../support/wire-server.ts';

describe('unread responses', () => {
  const SECOND = 1000;

  /** Responses that record which ones were dropped, with a clock that a test sets. */
  const counted = (budget: number) => {
    let now = 0;
    const given: string[] = [];
    const responses = new PendingResponses(budget, () => now);
    return {
      given,
      add: (name: string, length: number) => responses.add(length, () => void given.push(name)),
      wait: (milliseconds: number) => {
        now += milliseconds;
      },
    };
  };

  test('are dropped when they are stuck and above the limit together, the oldest first and no more than necessary', () => {
    const { given, add, wait } = counted(100);
    for (const name of ['a', 'b', 'c']) add(name, 30);
    wait(SECOND);
    add('d', 30);
    expect(given).toEqual(['a']);
    wait(SECOND);
    add('e', 60);
    expect(given).toEqual(['a', 'b', 'c']);
  });

  test('are not dropped while they are read, and bytes that were read do not count', () => {
    const { given, add, wait } = counted(100);
    const slow = add('slow', 60);
    add('stuck', 30);
    wait(SECOND);
    slow.acknowledge(1);
    add('new', 30);
    expect(given).toEqual(['stuck']);
    slow.acknowledge(1000);
    slow.acknowledge(1000);
    wait(SECOND);
    add('newer', 70);
    expect(given).toEqual(['stuck']);
  });

  test('are dropped at twice the limit regardless of their age, but never the newest', () => {
    const { given, add } = counted(100);
    for (const name of ['a', 'b', 'c', 'd']) add(name, 60);
    expect(given).toEqual(['a']);
    add('huge', 1000);
    expect(given).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('a client that reads nothing loses its response when others need the memory', () => {
  const length = 48 * 1024 * 1024;
  const body = Buffer.alloc(length);

  /** Whether each reader gets everything, if they start to read after all requests were sent. */
  const reading = (readers: readonly Readable[]) =>
    Promise.all(
      readers.map(async (reader) => {
        let sum = 0;
        reader.on('data', (chunk) => {
          sum += chunk.length;
        });
        reader.resume();
        await new Promise((resolve) => reader.once('close', resolve));
        return sum >= length;
      }),
    );

  /** A server with long responses; `asked` resolves with each request. */
  async function listening() {
    let report = () => {};
    const listener = await responding(() => {
      report();
      return { ...OK, body };
    });
    const requested = () => new Promise<void>((resolve) => (report = resolve));
    return { ...listener, requested };
  }

  test('over HTTP/1.1', async () => {
    const { port, requested } = await listening();
    const readers = [];
    // The sixth one exceeds twice the limit.
    for (let count = 0; count < 6; count += 1) {
      const socket = connect(port, '127.0.0.1')
        .on('error', () => {})
        .pause();
      onTestFinished(() => void socket.destroy());
      const came = requested();
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      await came;
      readers.push(socket);
    }
    const whole = await reading(readers);
    expect([whole.at(0), whole.at(-1)]).toEqual([false, true]);
  });

  test('over HTTP/2', async () => {
    const { url, requested } = await listening();
    const readers = [];
    for (let count = 0; count < 6; count += 1) {
      const came = requested();
      readers.push(
        (await connect2(url))
          .request({ ':path': '/' })
          .on('error', () => {})
          .pause(),
      );
      await came;
    }
    const whole = await reading(readers);
    expect([whole.at(0), whole.at(-1)]).toEqual([false, true]);
  });
});
