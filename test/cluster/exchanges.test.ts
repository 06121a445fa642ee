// Request logs of replicas: exchanges of all replicas in one order, with the same numbers.

import { describe, expect, onTestFinished, test } from 'vitest';
import { understudy } from '../../src/client/client.ts';
import type { MockServer, MockServerSettings } from '../../src/index.ts';
import { petsMockServer, requestPets } from '../support/pets/mock-server.ts';
import { createSharedPlace } from '../support/shared-place.ts';

const MINE = { headers: { 'x-understudy-sandbox': 'mine' } };

async function two(settings: Partial<MockServerSettings> = {}) {
  const place = createSharedPlace();
  return {
    place,
    one: await petsMockServer({ store: place, ...settings }),
    other: await petsMockServer({ store: place, ...settings }),
  };
}

interface LoggedRequest {
  readonly number: number;
  readonly target: string;
  readonly warnings: readonly string[];
}

async function exchanges(mockServer: MockServer, requested = {}): Promise<readonly LoggedRequest[]> {
  const { body, status } = await requestPets(mockServer, 'GET', '/_understudy/requests', requested);
  expect(status).toBe(200);
  return body.exchanges;
}

/** The next events of a replica, each with its kind and data; followed until the test ends. */
async function following(mockServer: MockServer) {
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const client = understudy('http://localhost', { fetch: (request) => mockServer.fetch(request) });
  const events = client.events({ signal: leave.signal });
  const next = async () => {
    const { value } = await events.next();
    return value ? { event: value.event, data: value.data } : undefined;
  };
  return { start: await next(), next };
}

const targets = async (mockServer: MockServer, requested = {}) =>
  (await exchanges(mockServer, requested)).map(({ target }) => target);

describe('the exchanges of replicas', () => {
  test('are listed at once by the replica that responded, and by all with the same numbers', async () => {
    const { one, other } = await two();
    for (const [at, mockServer] of [one, other, one, other, one].entries()) {
      await requestPets(mockServer, 'GET', `/pets?limit=${at + 1}`);
      expect((await targets(mockServer)).at(-1)).toBe(`/pets?limit=${at + 1}`);
    }
    const reported = await exchanges(one);
    expect(reported.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(reported.map(({ target }) => target)).toEqual([1, 2, 3, 4, 5].map((limit) => `/pets?limit=${limit}`));
    expect(await exchanges(other)).toEqual(reported);
  });

  test('are sent to the others in the background, a moment later, and end waits', async () => {
    const { one, other } = await two();
    const body = { match: { operation: 'listPets' }, timeout: 60_000 };
    const waiting = requestPets(other, 'POST', '/_understudy/requests/find', { body });
    await requestPets(one, 'GET', '/pets');
    expect((await waiting).body).toMatchObject({ satisfied: true, count: 1, exchanges: [{ target: '/pets' }] });
    await expect.poll(() => targets(other)).toEqual(['/pets']);
  });

  test('can be read from a number of another replica on', async () => {
    const { one, other } = await two();
    for (const limit of [1, 2, 3]) await requestPets(one, 'GET', `/pets?limit=${limit}`);
    const [, second] = await exchanges(one);
    const { body } = await requestPets(other, 'GET', `/_understudy/requests?after=${second?.number}`);
    expect(body.exchanges).toMatchObject([{ target: '/pets?limit=3' }]);
  });

  test('are near misses at every replica', async () => {
    const { one, other } = await two();
    await requestPets(one, 'GET', '/pets');
    await targets(one);
    const { body } = await requestPets(other, 'POST', '/_understudy/requests/find', {
      body: { match: { status: 404 } },
    });
    expect(body.near).toMatchObject([{ number: 1, target: '/pets', differs: ['the status is 200, not 404'] }]);
  });

  test('are exported by every replica', async () => {
    const { one, other } = await two();
    await requestPets(one, 'GET', '/pets');
    await targets(one);
    const { body } = await requestPets(other, 'GET', '/_understudy/requests/har');
    expect(body.log.entries).toHaveLength(1);
  });

  test('are cleared by one replica for all, including those it had not read', async () => {
    const { one, other } = await two();
    await requestPets(one, 'GET', '/pets');
    await targets(other);
    await requestPets(other, 'GET', '/pets?limit=2');
    expect((await requestPets(one, 'DELETE', '/_understudy/requests')).status).toBe(204);
    await requestPets(other, 'GET', '/pets?limit=3');
    expect(await targets(other)).toEqual(['/pets?limit=3']);
    expect(await targets(one)).toEqual(['/pets?limit=3']);
    await requestPets(other, 'POST', '/_understudy/reset');
    expect(await targets(one)).toEqual([]);
  });

  test('are listed when the storage was restored without some that had been listed', async () => {
    const { place, one, other } = await two();
    await requestPets(one, 'GET', '/pets?limit=1');
    await targets(one);
    const putBack = place.recordedLogs.copy();
    for (const limit of [2, 3, 4]) await requestPets(one, 'GET', `/pets?limit=${limit}`);
    for (const mockServer of [one, other]) expect(await targets(mockServer)).toHaveLength(4);
    putBack();
    await requestPets(other, 'GET', '/pets?limit=5');
    for (const mockServer of [other, one]) expect((await targets(mockServer)).at(-1)).toBe('/pets?limit=5');
  });

  test('belong to their sandbox, and are removed with it', async () => {
    const { place, one, other } = await two();
    await requestPets(one, 'POST', '/pets', { body: { name: 'Mia', kind: 'hen' }, ...MINE });
    await targets(one, MINE);
    expect(await targets(other, MINE)).toEqual(['/pets']);
    expect(await targets(other)).toEqual([]);
    await requestPets(other, 'DELETE', '/_understudy/sandboxes/mine');
    expect([...place.recordedLogs.all.keys()].filter((log) => log.startsWith('mine'))).toEqual([]);
    await requestPets(one, 'POST', '/pets', { body: { name: 'Rex', kind: 'dog' }, ...MINE });
    await targets(one, MINE);
    expect(await targets(other, MINE)).toEqual(['/pets']);
  });

  test('of a removed sandbox do not appear in a new one of the same name', async () => {
    const { place, one } = await two();
    place.isQuiet = true;
    const other = await petsMockServer({ store: place, consistency: 'local' });
    await requestPets(one, 'POST', '/pets', { body: { name: 'Mia', kind: 'hen' }, ...MINE });
    await targets(other, MINE);
    const late = requestPets(other, 'GET', '/pets?limit=1', MINE);
    await requestPets(one, 'DELETE', '/_understudy/sandboxes/mine');
    await late;
    await requestPets(one, 'POST', '/pets', { body: { name: 'Rex', kind: 'dog' }, ...MINE });
    await targets(other);
    expect(await targets(one, MINE)).toEqual(['/pets']);
  });

  test('have one number each, also when both replicas write at the same time', async () => {
    const { place, one, other } = await two();
    const send = (at: number) => requestPets(at % 2 ? one : other, 'GET', `/pets?limit=${at}`);
    await Promise.all(Array.from({ length: 300 }, (_, at) => send(at + 1)));
    await Promise.all([targets(one), targets(other)]);
    const all = await exchanges(one);
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
    expect(new Set(all.map(({ target }) => target)).size).toBe(300);
    expect(place.recordedLogs.all.get('main')?.texts).toHaveLength(300);
  });

  test('are available in a replica that is started later', async () => {
    const { place, one } = await two();
    await requestPets(one, 'GET', '/pets');
    await one.close();
    expect(await targets(await petsMockServer({ store: place }))).toEqual(['/pets']);
  });

  test('are listed once, also when the write is not acknowledged and others write in between', async () => {
    const { place, one, other } = await two();
    for (const [at, mockServer] of [one, other, one].entries()) {
      await requestPets(mockServer, 'GET', `/pets?limit=${at + 1}`);
      place.recordedLogs.isCutOff = mockServer === one;
      await requestPets(mockServer, 'GET', '/_understudy/requests');
    }
    place.recordedLogs.isCutOff = false;
    for (const mockServer of [one, other])
      expect(await targets(mockServer)).toEqual([1, 2, 3].map((at) => `/pets?limit=${at}`));
  });

  test('have their secrets removed before others can read them', async () => {
    const { place, one } = await two();
    await requestPets(one, 'GET', '/pets?access_token=verysecretvalue');
    await targets(one);
    expect(JSON.stringify([...place.recordedLogs.all])).not.toContain('verysecretvalue');
  });

  test('that cannot be stored are counted and reported; a read meanwhile gets 503', async () => {
    const notices: string[] = [];
    const { place, one } = await two({ onNotice: (notice) => notices.push(notice), requestLogLimit: 20_000 });
    await targets(one);
    place.recordedLogs.isAway = true;
    for (let at = 0; at < 60; at += 1) await requestPets(one, 'GET', `/pets?limit=${at + 1}`);
    const rejected = await requestPets(one, 'GET', '/_understudy/requests');
    expect(rejected.status).toBe(503);
    place.recordedLogs.isAway = false;
    const left = (await targets(one)).length;
    expect(left).toBeGreaterThan(5);
    expect(notices).toEqual([expect.stringMatching(/^\d+ recorded requests were lost/)]);
    const reported = await exchanges(one);
    expect(reported.at(-1)?.target).toBe('/pets?limit=60');
    expect(Number(/^\d+/.exec(notices[0] ?? '')?.[0]) + (place.recordedLogs.all.get('main')?.newest ?? 0)).toBe(60);
  });

  test('are sent to followers of another replica, with clocks, fault plans, snapshots and sandboxes', async () => {
    const { one, other } = await two();
    await requestPets(one, 'GET', '/pets');
    await targets(one);
    const { start, next } = await following(other);
    expect(start).toMatchObject({ event: 'start', data: { newest: 1 } });
    await requestPets(one, 'GET', '/pets?limit=2');
    expect(await next()).toMatchObject({ event: 'exchange', data: { number: 2, target: '/pets?limit=2' } });
    await requestPets(one, 'POST', '/_understudy/clock', { body: { set: '2030-01-01T00:00:00Z', frozen: true } });
    expect(await next()).toMatchObject({ event: 'clock', data: { frozen: true } });
    const plan = { on: { operation: 'addPet' }, steps: [{ code: 'unavailable' }] };
    await requestPets(one, 'POST', '/_understudy/faults', { body: plan });
    expect(await next()).toMatchObject({ event: 'fault', data: { id: 'fault-1' } });
    await requestPets(one, 'POST', '/_understudy/snapshots', { body: { name: 'before' } });
    expect(await next()).toMatchObject({ event: 'snapshots', data: { snapshots: ['before'] } });
    await requestPets(one, 'POST', '/_understudy/sandboxes', { body: { name: 'mine' } });
    expect(await next()).toMatchObject({ event: 'made', data: { sandbox: 'mine' } });
    await requestPets(one, 'DELETE', '/_understudy/requests');
    expect(await next()).toMatchObject({ event: 'cleared', data: { to: 2 } });
  });

  test("can be followed at another replica from the end of the first one's events", async () => {
    const { one, other } = await two();
    const eventsOf = async (mockServer: MockServer, headers = {}) =>
      (await mockServer.fetch(new Request('http://localhost/_understudy/events?timeout=0', { headers }))).text();
    const id = /^id: (.*)$/m.exec(await eventsOf(one))?.[1] ?? '';
    await requestPets(one, 'GET', '/pets');
    await targets(one);
    const reported = await eventsOf(other, { 'last-event-id': id });
    expect(reported).toContain('"newest":1,"resumed":true');
    expect(reported).toContain('"target":"/pets"');
  });
});
