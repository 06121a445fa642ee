// Long bodies are read one after the other, and nobody else waits for more than one of them.

import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createBodyQueue } from '../../../src/server/pipeline/scheduling/body-queue.ts';
import type { WireRequest } from '../../../src/server/pipeline/wire.ts';

const LONG = 64 * 1024 + 1;

function request(length: number, rest: Partial<WireRequest> = {}): WireRequest {
  return { method: 'POST', target: '/', headers: {}, body: new Uint8Array(length), local: true, ...rest };
}

/** Work that is under way until it is ended. */
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

/** When all is done that could be done by now. */
const later = () => new Promise((resolve) => setImmediate(resolve));

describe('a long body', () => {
  test.each<[string, WireRequest]>([
    ['as it is', request(LONG)],
    ['that is compressed', request(gzipSync(Buffer.alloc(LONG)).length, { headers: { 'content-encoding': 'gzip' } })],
    ['whose message is compressed', request(100, { headers: { 'grpc-encoding': 'gzip' } })],
  ])('%s waits until another one was read', async (_, long) => {
    const bodyQueue = createBodyQueue();
    const [first, second] = [work(), work()];
    const read = [bodyQueue.run(request(LONG), first.begin), bodyQueue.run(long, second.begin)];
    await later();
    expect([first.isUnderWay(), second.isUnderWay()]).toEqual([true, false]);
    first.end('first');
    second.end('second');
    expect(await Promise.all(read)).toEqual(['first', 'second']);
  });

  test('keeps no short one waiting', async () => {
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

  test('that cannot be read keeps no other from being read', async () => {
    const bodyQueue = createBodyQueue();
    const [bad, good] = [work(), work()];
    const read = [bodyQueue.run(request(LONG), bad.begin), bodyQueue.run(request(LONG), good.begin)];
    bad.fail();
    good.end('good');
    expect((await Promise.allSettled(read)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  test('whose client has gone is not read', async () => {
    const bodyQueue = createBodyQueue();
    const gone = work();
    await expect(bodyQueue.run(request(LONG, { isDisconnected: true }), gone.begin)).rejects.toThrow(
      'the client closed the connection',
    );
    expect(gone.isUnderWay()).toBe(false);
  });

  test('that took long leaves room for all that came meanwhile', async () => {
    const bodyQueue = createBodyQueue();
    const told: string[] = [];
    const spin = (what: string) => async () => {
      const began = performance.now();
      while (performance.now() - began < 25);
      setImmediate(() => told.push(`what came while ${what} was read`));
      told.push(what);
    };
    await Promise.all([bodyQueue.run(request(LONG), spin('one')), bodyQueue.run(request(LONG), spin('another'))]);
    expect(told).toEqual(['one', 'what came while one was read', 'another']);
  });
});
