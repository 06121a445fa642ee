// Deadlines: work on a request ends when its client disconnects or its time is over.

import { expect, onTestFinished, test, vi } from 'vitest';
import { createDeadline } from '../../../src/server/pipeline/scheduling/deadline.ts';

const REQUEST = { method: 'POST', target: '/', headers: {}, body: new Uint8Array(), local: true };

test('a request of a disconnected client is not started', async () => {
  let isBegun = false;
  const work = () => {
    isBegun = true;
  };
  await expect(createDeadline({ ...REQUEST, isDisconnected: true }).within(work)).rejects.toMatchObject({
    code: 'cancelled',
  });
  expect(isBegun).toBe(false);
});

test('the signal of a request is aborted with that of its client', () => {
  const client = new AbortController();
  const { signal } = createDeadline({ ...REQUEST, signal: client.signal }, 1000);
  expect(signal.aborted).toBe(false);
  client.abort();
  expect(signal.aborted).toBe(true);
});

test('work that ends in time is not aborted, and its exception is rethrown', async () => {
  const deadline = createDeadline(REQUEST, 60_000);
  expect(await deadline.within(async () => 'done')).toBe('done');
  await expect(
    deadline.within(async () => {
      throw new Error('not done');
    }),
  ).rejects.toThrow('not done');
});

test.each([2 ** 31 - 1, 2 ** 31, 1000 * 3_600_000])(
  'a deadline that is weeks away is supported: %i ms',
  async (milliseconds) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const deadline = createDeadline(REQUEST, milliseconds);
    const { promise, resolve } = Promise.withResolvers<string>();
    const done = deadline.within(() => promise);
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(deadline.signal.aborted).toBe(false);
    resolve('done');
    expect(await done).toBe('done');
  },
);
