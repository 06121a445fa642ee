// How long a request is worked on: until its client has gone, or its time is up.

import { expect, test } from 'vitest';
import { createPatience } from '../../src/engine/patience.ts';

const REQUEST = { method: 'POST', target: '/', headers: {}, body: new Uint8Array(), local: true };

test('a request whose client has gone is not begun', async () => {
  let isBegun = false;
  const work = () => {
    isBegun = true;
  };
  await expect(createPatience({ ...REQUEST, gone: true }).within(work)).rejects.toMatchObject({ code: 'cancelled' });
  expect(isBegun).toBe(false);
});

test('the signal of a request is that of its client, too', () => {
  const client = new AbortController();
  const { signal } = createPatience({ ...REQUEST, signal: client.signal }, 1000);
  expect(signal.aborted).toBe(false);
  client.abort();
  expect(signal.aborted).toBe(true);
});

test('work that is done in time is not cut short, and what it throws is thrown', async () => {
  const patience = createPatience(REQUEST, 60_000);
  expect(await patience.within(async () => 'done')).toBe('done');
  await expect(
    patience.within(async () => {
      throw new Error('not done');
    }),
  ).rejects.toThrow('not done');
});
