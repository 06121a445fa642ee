// Rate limits and Retry-After, in virtual time.

import { expect, test } from 'vitest';
import { createRateLimiter, type RateLimiterSettings } from '../../../src/verify/rate-limiter.ts';
import type { SerializedRequest } from '../../../src/verify/requests/serialize-request.ts';
import type { NoResponse, ReceivedResponse, Target } from '../../../src/verify/target.ts';
import { VirtualTime } from '../../support/virtual-time.ts';

const CALL: SerializedRequest = {
  method: 'GET',
  target: '/x',
  headers: [],
  body: undefined,
  rawParameters: { path: {}, query: '', headers: {} },
};
const START = Date.UTC(2026, 0, 1);

/** A rate-limited server, with the times of its requests in seconds. */
function at(settings: RateLimiterSettings, response: (turn: number) => Partial<ReceivedResponse> = () => ({})) {
  const time = new VirtualTime(START);
  const requested: number[] = [];
  const server: Target = {
    url: 'http://localhost',
    headers: {},
    close: () => undefined,
    async send() {
      requested.push((time.now() - START) / 1000);
      return { status: 200, headers: {}, body: new Uint8Array(), ...response(requested.length) };
    },
  };
  const pace = createRateLimiter({ ...settings, time });
  return { time, requested, pace, server, target: pace.wrap(server) };
}

const later = (seconds: string, status = 429) => ({ status, headers: { 'retry-after': seconds } });
const statusesOf = (responses: readonly (ReceivedResponse | NoResponse)[]) => responses.map(({ status }) => status);

test('requests of all targets are evenly spaced', async () => {
  const { time, requested, target, pace, server } = at({ rate: 4 });
  const other = pace.wrap(server);
  await time.until(Promise.all([target, other, target, other, target].map((one) => one.send(CALL))));
  expect(requested).toEqual([0, 0.25, 0.5, 0.75, 1]);
});

test('idle time does not accumulate', async () => {
  const { time, requested, target } = at({ rate: 2 });
  await time.until(target.send(CALL));
  time.pass(10_000);
  await time.until(Promise.all([1, 2, 3].map(() => target.send(CALL))));
  expect(requested).toEqual([0, 10, 10.5, 11]);
});

test('without a rate, requests do not wait', async () => {
  const { time, requested, target } = at({});
  await time.until(Promise.all([1, 2, 3].map(() => target.send(CALL))));
  expect(requested).toEqual([0, 0, 0]);
});

test.each([
  ['seconds', '7', 429],
  ['a date', new Date(START + 7000).toUTCString(), 503],
])('a Retry-After with %s delays all requests', async (_, text, status) => {
  const { time, requested, target, pace } = at({ rate: 1 }, (turn) => (turn === 2 ? later(text, status) : {}));
  const responses = await time.until(Promise.all([1, 2, 3].map(() => target.send(CALL))));
  expect(statusesOf(responses)).toEqual([200, 200, 200]);
  const [first, second, ...others] = requested;
  expect([first, second, others.length]).toEqual([0, 1, 2]);
  expect(Math.min(...others)).toBeGreaterThanOrEqual(7);
  expect((others[1] ?? 0) - (others[0] ?? 0)).toBeGreaterThanOrEqual(1);
  expect(pace.delays.times).toBe(1);
});

test('the latest of several delays counts, once', async () => {
  const { time, requested, target, pace } = at({}, (turn) => (turn === 1 ? later('9') : turn === 2 ? later('2') : {}));
  await time.until(Promise.all([1, 2].map(() => target.send(CALL))));
  expect(requested).toEqual([0, 0, 9, 9]);
  expect(pace.delays).toEqual({ times: 2, milliseconds: 9000 });
});

test.each<[what: string, answer: Partial<ReceivedResponse>]>([
  ['requests more than a minute', later('61')],
  ['does not send Retry-After', { status: 503 }],
  ['sends an invalid Retry-After', later('soon')],
  ['sends Retry-After with a success', later('1', 200)],
])('the response of a server that %s is returned', async (_, response) => {
  const { time, requested, target } = at({}, () => response);
  expect(await time.until(target.send(CALL))).toMatchObject(response);
  expect(requested).toEqual([0]);
});

test('the delays of one request are limited to a minute', async () => {
  const { time, requested, target } = at({}, () => later('20'));
  expect(await time.until(target.send(CALL))).toMatchObject({ status: 429 });
  expect(requested).toEqual([0, 20, 40, 60]);
});

test('a Retry-After of zero delays for a second', async () => {
  const { time, requested, target } = at({}, (turn) => (turn < 3 ? later('0') : {}));
  expect(await time.until(target.send(CALL))).toMatchObject({ status: 200 });
  expect(requested).toEqual([0, 1, 2]);
});

test('the delays of a run are limited to five minutes', async () => {
  const { time, requested, target, pace } = at({}, () => later('60'));
  for (let turn = 0; turn < 7; turn += 1) await time.until(target.send(CALL));
  expect(pace.delays).toEqual({ times: 5, milliseconds: 300_000 });
  expect(requested.at(-1)).toBe(300);
});

test('a stopped run does not wait', async () => {
  const { time, requested, target } = at({ rate: 0.001 });
  const ending = new AbortController();
  await target.send(CALL);
  const waiting = target.send(CALL, {}, ending.signal);
  ending.abort();
  expect(await waiting).toEqual({ status: 0, reason: 'the run was stopped', isAborted: true });
  expect([requested, time.now()]).toEqual([[0], START]);
});

test('429 without Retry-After is retried after a second, doubled each time, at most five times', async () => {
  const { time, requested, target } = at({}, () => ({ status: 429 }));
  expect((await time.until(target.send(CALL))) as ReceivedResponse).toMatchObject({ status: 429 });
  expect(requested).toEqual([0, 1, 3, 7, 15, 31]);
});
