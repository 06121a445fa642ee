// The queue of large bodies: they are read one after the other, and small ones do not wait.

import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createBodyQueue } from '../../../src/server/pipeline/scheduling/work-queue.ts';
import type { WireRequest } from '../../../src/server/pipeline/wire.ts';

const LONG = 64 * 1024 + 1;

function request(length: number, rest: Partial<WireRequest> = {}): WireRequest {
  return { method: 'POST', target: '/', headers: {}, body: new Uint8Array(length), local: true, ...rest };
}

/** Work that runs until it is ended. */
function work() {
  let end: (result: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  let isUnderWay = false;
  const ended = new Promise<string>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const begin = () => {
    isUnderWay = true;
    return ended;
  };
  return {
    begin,
    end: (result: string) => end(result),
    fail: () => fail(new Error('no')),
    isUnderWay: () => isUnderWay,
  };
}

/** Resolves after all work that is possible now. */
const later = () => new Promise((resolve) => setImmediate(resolve));

describe('a large body', () => {
  test.each<[string, WireRequest]>([
    ['uncompressed', request(LONG)],
    ['compressed', request(gzipSync(Buffer.alloc(LONG)).length, { headers: { 'content-encoding': 'gzip' } })],
    ['with a compressed message', request(100, { headers: { 'grpc-encoding': 'gzip' } })],
  ])('%s waits until another one is read', async (_, long) => {
    const bodyQueue = createBodyQueue();
    const [first, second] = [work(), work()];
    const read = [bodyQueue.run(request(LONG), first.begin), bodyQueue.run(long, second.begin)];
    await later();
    expect([first.isUnderWay(), second.isUnderWay()]).toEqual([true, false]);
    first.end('first');
    second.end('second');
    expect(await Promise.all(read)).toEqual(['first', 'second']);
  });

  test('does not delay a small one', async () => {
    const bodyQueue = createBodyQueue();
    const [long, short] = [work(), work()];
    const read = bodyQueue.run(request(LONG), long.begin);
    const other = bodyQueue.run(request(LONG - 1, { headers: { 'grpc-encoding': 'identity' } }), short.begin);
    expect(short.isUnderWay()).toBe(true);
    short.end('short');
    expect(await other).toBe('short');
    long.end('long');
    expect(await read).toBe('long');
  });

  test('that cannot be read does not block others', async () => {
    const bodyQueue = createBodyQueue();
    const [bad, good] = [work(), work()];
    const read = [bodyQueue.run(request(LONG), bad.begin), bodyQueue.run(request(LONG), good.begin)];
    bad.fail();
    good.end('good');
    expect((await Promise.allSettled(read)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  test('of a disconnected client is not read', async () => {
    const bodyQueue = createBodyQueue();
    const gone = work();
    await expect(bodyQueue.run(request(LONG, { isDisconnected: true }), gone.begin)).rejects.toThrow(
      'the client closed the connection',
    );
    expect(gone.isUnderWay()).toBe(false);
  });

  test('that took long yields to everything that arrived meanwhile', async () => {
    const bodyQueue = createBodyQueue();
    const reported: string[] = [];
    const spin = (what: string) => async () => {
      const began = performance.now();
      while (performance.now() - began < 25);
      setImmediate(() => reported.push(`what came while ${what} was read`));
      reported.push(what);
    };
    await Promise.all([bodyQueue.run(request(LONG), spin('one')), bodyQueue.run(request(LONG), spin('another'))]);
    expect(reported).toEqual(['one', 'what came while one was read', 'another']);
  });
});
