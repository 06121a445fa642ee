// The queue of checks is bounded; exchanges beyond it pass unchecked.

import { expect, test } from 'vitest';
import { BodyMemory } from '../../../src/verify/proxy/body-memory.ts';
import type { CapturedExchange } from '../../../src/verify/proxy/captured-exchange.ts';
import { createCheckQueue } from '../../../src/verify/proxy/check-queue.ts';
import { proxying } from '../../support/proxying.ts';

function passed(reported: string[], name: string): CapturedExchange {
  return {
    at: new Date(0),
    duration: 0,
    method: 'GET',
    target: name,
    httpVersion: '1.1',
    rawHeaders: [],
    body: undefined,
    response: undefined,
    origin: 'upstream',
    problem: undefined,
    mockReason: undefined,
    release: () => void reported.push(`let go ${name}`),
  };
}

test('checks exchanges in order after they have passed, and releases each', async () => {
  const reported: string[] = [];
  const watch = createCheckQueue(
    async ({ target }) => void reported.push(`look ${target}`),
    () => reported.push('missed'),
  );
  watch.add(passed(reported, 'one'));
  watch.add(passed(reported, 'two'));
  expect(reported).toEqual([]);
  await watch.settled();
  expect(reported).toEqual(['look one', 'let go one', 'look two', 'let go two']);
  await watch.settled();
});

test('releases exchanges unchecked when the queue is full, and reports them', async () => {
  const reported: string[] = [];
  let [looked, missed] = [0, 0];
  const watch = createCheckQueue(
    async () => {
      looked += 1;
    },
    () => {
      missed += 1;
    },
  );
  for (let count = 0; count < 20_005; count += 1) watch.add(passed(reported, `${count}`));
  await watch.settled();
  expect([looked, missed, reported.length]).toEqual([20_000, 5, 20_005]);
});

test('yields to the event loop while checking many exchanges', async () => {
  const reported: string[] = [];
  let turns = 0;
  const watch = createCheckQueue(
    async () => {
      const end = performance.now() + 1;
      while (performance.now() < end);
    },
    () => undefined,
  );
  for (let count = 0; count < 30; count += 1) watch.add(passed(reported, `${count}`));
  const turn = () => {
    turns += 1;
    if (reported.length < 30) setImmediate(turn);
  };
  setImmediate(turn);
  await watch.settled();
  expect(turns).toBeGreaterThan(3);
});

test('grants memory up to the limit, and again after it is released', () => {
  const memory = new BodyMemory(10);
  expect([memory.take(6), memory.take(6), memory.take(4)]).toEqual([true, false, true]);
  memory.give(6);
  expect(memory.take(6)).toBe(true);
});

test('releases the memory of bodies with each exchange', async () => {
  const body = 'x'.repeat(1_000_000);
  const {
    url,
    traffic: beside,
    verdict,
  } = await proxying((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(body));
  });
  // Three times the memory limit.
  for (let count = 0; count < 100; count += 1) {
    const answer = await fetch(`${url}/covers/1`, {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect((await answer.arrayBuffer()).byteLength).toBe(body.length);
    await verdict();
  }
  expect([...beside.unchecked]).toEqual([]);
});

test('limits the number of distinct findings', async () => {
  let count = 0;
  const {
    url,
    traffic: beside,
    verdict,
  } = await proxying((_request, response) => {
    count += 1;
    response.writeHead(200, { 'content-type': `text/x-${count}` }).end('x');
  });
  while (count < 510) await (await fetch(`${url}/stats`)).text();
  const [stats] = (await verdict()).operations.filter(({ operation }) => operation.id === 'getStats');
  expect(stats?.findings.length).toBe(500);
  expect(beside.unchecked.get('more than 500 distinct findings')).toBe(10);
});
