// Fault plans of replicas: each turn is used once, and a change by control API is not undone by counting.

import { describe, expect, test } from 'vitest';
import type { MockServer, MockServerSettings } from '../../src/index.ts';
import { petsMockServer, requestPets } from '../support/pets/mock-server.ts';
import { describeWithPostgres, sharedPostgres } from '../support/postgres.ts';
import { createSharedPlace } from '../support/shared-place.ts';

async function twoOn(store: NonNullable<MockServerSettings['store']>, settings: Partial<MockServerSettings> = {}) {
  const replica = () => petsMockServer({ store, ...settings });
  return [await replica(), await replica()] as const;
}

function two(settings: Partial<MockServerSettings> = {}) {
  const place = createSharedPlace();
  place.isQuiet = true;
  return twoOn(place, settings);
}

const plan = async (mockServer: MockServer, body: object) =>
  expect((await requestPets(mockServer, 'POST', '/_understudy/faults', { body })).status).toBe(201);
const planned = async (mockServer: MockServer) =>
  (await requestPets(mockServer, 'GET', '/_understudy/faults')).body.faults;
const ofMany = (mockServers: readonly MockServer[], count: number): Promise<number[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const mockServer = mockServers[at % mockServers.length] as MockServer;
      return (await requestPets(mockServer, 'GET', '/pets')).status;
    }),
  );
const failed = (statuses: readonly number[]) => statuses.filter((status) => status === 503).length;
const LIST = { on: { operation: 'listPets' }, steps: [{ code: 'unavailable' }] };

describe('the turns of a fault plan', () => {
  test('are used once each, with many concurrent requests at two replicas', async () => {
    const mockServers = await two();
    await plan(mockServers[0], { ...LIST, times: 5 });
    expect(failed(await ofMany(mockServers, 40))).toBe(5);
    expect(await planned(mockServers[1])).toMatchObject([{ met: 5, over: true }]);
    expect(failed(await ofMany(mockServers, 4))).toBe(0);
  });

  test('are used once each for a plan of the configuration', async () => {
    const mockServers = await two({ fault: 'listPets: code=unavailable, times=3' });
    expect(failed(await ofMany(mockServers, 20))).toBe(3);
  });

  test('are in order, also for every n-th request', async () => {
    const mockServers = await two();
    await plan(mockServers[0], { ...LIST, every: 3 });
    expect(failed(await ofMany(mockServers, 40))).toBe(13);
    await requestPets(mockServers[1], 'DELETE', '/_understudy/faults');
    await plan(mockServers[1], {
      ...LIST,
      steps: [{ code: 'unavailable' }, { status: 200, delay: 1 }, { code: 'internal' }],
    });
    const statuses = await ofMany(mockServers, 20);
    expect([503, 500].map((one) => statuses.filter((status) => status === one).length)).toEqual([1, 1]);
  });

  test('are drawn independently, with a probability', async () => {
    const mockServers = await two();
    await plan(mockServers[0], { ...LIST, times: 1000, rate: 0.5 });
    const met = failed(await ofMany(mockServers, 60));
    expect(met).toBeGreaterThan(10);
    expect(met).toBeLessThan(50);
  });

  test('start over after a reset, at all replicas', async () => {
    const mockServers = await two({ fault: 'listPets: code=unavailable, times=2' });
    await ofMany(mockServers, 10);
    await requestPets(mockServers[1], 'POST', '/_understudy/reset');
    expect(failed(await ofMany(mockServers, 10))).toBe(2);
  });
});

describe('while the storage is unavailable', () => {
  async function away(consistency: 'local' | 'strong' = 'local') {
    const place = createSharedPlace();
    const mockServers = await twoOn(place, { consistency });
    const be = (isAway: boolean) => {
      place.failsToAsk = isAway;
      place.failsToKeep = isAway;
    };
    return { place, mockServers, be };
  }
  const statusesOf = async (mockServer: MockServer, count: number) => {
    const statuses: number[] = [];
    for (let at = 0; at < count; at += 1) statuses.push((await requestPets(mockServer, 'GET', '/pets')).status);
    return statuses;
  };

  test('with local consistency, turns are used, and other replicas receive them later', async () => {
    const { mockServers, be } = await away();
    const [one, other] = mockServers;
    await plan(one, { ...LIST, steps: [{ code: 'internal' }], times: 4 });
    expect(await statusesOf(one, 1)).toEqual([500]);
    be(true);
    expect(await statusesOf(one, 2)).toEqual([500, 500]);
    expect(await planned(one)).toMatchObject([{ met: 3 }]);
    be(false);
    expect(await statusesOf(one, 2)).toEqual([500, 200]);
    await requestPets(other, 'POST', '/pets', { body: { name: 'Mia', kind: 'hen' } });
    await expect.poll(() => planned(other)).toMatchObject([{ met: 4, over: true }]);
    expect(await statusesOf(other, 2)).toEqual([200, 200]);
  });

  test('with strong consistency, no turn is used that others cannot receive', async () => {
    const { place, mockServers } = await away('strong');
    const [one] = mockServers;
    await plan(one, { ...LIST, steps: [{ code: 'internal' }], times: 2 });
    place.failsToKeep = true;
    expect(await statusesOf(one, 2)).toEqual([503, 503]);
    place.failsToKeep = false;
    expect(await statusesOf(one, 3)).toEqual([500, 500, 200]);
  });

  test('with local consistency, control requests get 503 and take effect later; reads succeed', async () => {
    const { mockServers, be } = await away();
    const [one, other] = mockServers;
    be(true);
    const frozen = { body: { set: '2030-01-01T00:00:00Z', frozen: true } };
    const rejected = await requestPets(one, 'POST', '/_understudy/clock', frozen);
    expect(rejected.status).toBe(503);
    expect(JSON.stringify(rejected.body)).toContain(
      'it is done here; the other replicas follow when the database is available',
    );
    expect(await statusesOf(one, 3)).toEqual([200, 200, 200]);
    expect((await requestPets(one, 'POST', '/_understudy/clock', { body: { advance: '1h' } })).status).toBe(503);
    expect(await statusesOf(one, 1)).toEqual([200]);
    be(false);
    expect(await statusesOf(one, 1)).toEqual([200]);
    await expect
      .poll(async () => {
        await requestPets(other, 'POST', '/pets', { body: { name: 'Mia', kind: 'hen' } });
        return (await requestPets(other, 'GET', '/_understudy/clock')).body;
      })
      .toMatchObject({ now: '2030-01-01T01:00:00.000Z', frozen: true });
  });
});

describe('a change at one replica', () => {
  test('is preserved when an earlier request ends later at another replica', async () => {
    const [one, other] = await two();
    await plan(one, { ...LIST, steps: [{ delay: 300 }] });
    const slow = requestPets(other, 'GET', '/pets');
    // The request has arrived when it is counted.
    await expect.poll(async () => (await planned(other))[0].met).toBe(1);
    await requestPets(one, 'POST', '/_understudy/clock', { body: { set: '2030-01-01T00:00:00Z', frozen: true } });
    await plan(one, { ...LIST, on: { operation: 'addPet' } });
    await requestPets(one, 'DELETE', '/_understudy/faults/fault-1');
    await slow;
    for (const mockServer of [one, other]) {
      expect((await requestPets(mockServer, 'GET', '/_understudy/clock')).body).toMatchObject({ frozen: true });
      expect(await planned(mockServer)).toMatchObject([{ id: 'fault-2' }]);
    }
  });
});

describeWithPostgres('replicas on one PostgreSQL', () => {
  const postgres = sharedPostgres();

  test('apply a plan for five requests to five of forty', async () => {
    const mockServers = await twoOn(await postgres().database());
    await plan(mockServers[0], { ...LIST, times: 5 });
    expect(failed(await ofMany(mockServers, 40))).toBe(5);
  });
});
