// Handlers that are loaded by their first request.

import { expect, test } from 'vitest';
import { onDemand } from '../../../src/server/grpc/tools.ts';
import { ApiError } from '../../../src/server/pipeline/errors/api-error.ts';
import type { WireRequest } from '../../../src/server/pipeline/wire.ts';

const request: WireRequest = { method: 'POST', target: '/', headers: {}, body: new Uint8Array(), local: true };
const done = async () => ({ status: 200, headers: {}, body: 'done' });

test('they are loaded once, by the first request', async () => {
  let loads = 0;
  const response = onDemand(
    async () => {
      loads += 1;
      return done;
    },
    () => {},
  );
  expect(loads).toBe(0);
  const responses = await Promise.all([response(request), response(request), response(request)]);
  expect(responses.map(({ body }) => body)).toEqual(['done', 'done', 'done']);
  expect(loads).toBe(1);
});

test('a load that fails returns an error and is reported, and the next request retries', async () => {
  const broken = new Error('a library is missing');
  const loads = [async () => Promise.reject(broken), async () => done];
  const thrown: unknown[] = [];
  const response = onDemand(
    () => loads.shift()?.() ?? Promise.reject(broken),
    (error) => void thrown.push(error),
  );
  const rejected = await response(request);
  expect([rejected.status, JSON.parse(String(rejected.body))]).toEqual([
    500,
    { code: 13, message: expect.stringMatching(/^An internal error occurred;/), details: [] },
  ]);
  expect(thrown).toEqual([broken]);
  expect((await response(request)).body).toBe('done');
});

test.each([
  ['an internal error', new Error('oops'), 500, 1],
  ['an ApiError', new ApiError('invalid_argument', 'no'), 400, 0],
])(
  '%s that is thrown becomes an error response, and only an internal error is reported',
  async (_, error, status, reported) => {
    const thrown: unknown[] = [];
    const load = async () => async () => {
      throw error;
    };
    const response = onDemand(load, (each) => void thrown.push(each));
    expect((await response(request)).status).toBe(status);
    expect(thrown).toHaveLength(reported);
  },
);
