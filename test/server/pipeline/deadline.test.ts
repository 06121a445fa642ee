// How long a request is worked on: until its client has gone, or its time is up.

import { expect, onTestFinished, test, vi } from 'vitest';
import { createDeadline } from '../../../src/server/pipeline/scheduling/deadline.ts';

const REQUEST = { method: 'POST', target: '/', headers: {}, body: new Uint8Array(), local: true };

test('a request whose client has gone is not begun', async () => {
  let isBegun = false;
  const work = () => {
    isBegun = true;
  };
  await expect(createDeadline({ ...REQUEST, isDisconnected: true }).within(work)).rejects.toMatchObject({
    code: 'cancelled',
  });
  expect(isBegun).toBe(false);
});

test('the signal of a request is that of its client, too', () => {
  const client = new AbortController();
  const { signal } = createDeadline({ ...REQUEST, signal: client.signal }, 1000);
  expect(signal.aborted).toBe(false);
  client.abort();
  expect(signal.aborted).toBe(true);
});

test('work that is done in time is not cut short, and what it throws is thrown', async () => {
  const deadline = createDeadline(REQUEST, 60_000);
  expect(await deadline.within(async () => 'done')).toBe('done');
  await expect(
    deadline.within(async () => {
      throw new Error('not done');
    }),
  ).rejects.toThrow('not done');
});

test.each([2 ** 31 - 1, 2 ** 31, 1000 * 3_600_000])(
  'a deadline that is weeks away is waited for: %i ms',
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
