// Expiry and removal of sandboxes at replicas, also while requests are in progress elsewhere.

import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SHARED_STREAM } from '../../src/cluster/shared-records.ts';
import type { MockServer, MockServerSettings } from '../../src/index.ts';
import type { SharedLog } from '../../src/store/log/store-log.ts';
import { storageUnavailable } from '../../src/store/store-error.ts';
import { pets } from '../support/pets/api.ts';
import { petsMockServer, petsWith, requestPets } from '../support/pets/mock-server.ts';
import { createSharedPlace } from '../support/shared-place.ts';

const MINE = { headers: { 'x-understudy-sandbox': 'mine' } };

/** Sandboxes expire after half an hour without use. */
async function two(settings: Partial<MockServerSettings> = {}) {
  const place = createSharedPlace();
  place.isQuiet = true;
  const replica = () => petsMockServer({ store: place, sandboxIdle: 30, ...settings });
  return { place, one: await replica(), other: await replica() };
}

const add = (mockServer: MockServer, name: string, requested: object = MINE) =>
  requestPets(mockServer, 'POST', '/pets', { body: { name, kind: 'hen' }, ...requested });
const names = async (mockServer: MockServer, requested: object = MINE): Promise<string[]> =>
  (await requestPets(mockServer, 'GET', '/pets', requested)).body.map(({ name }: { name: string }) => name);
const sandboxes = async (mockServer: MockServer): Promise<string[]> =>
  (await requestPets(mockServer, 'GET', '/_understudy/sandboxes')).body.sandboxes.map(
    ({ sandbox }: { sandbox: string }) => sandbox,
  );

describe('an idle sandbox', () => {
  const start = Date.UTC(2027, 0, 1);
  const at = (minutes: number) => vi.setSystemTime(start + minutes * 60_000);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    at(0);
  });

  test('is preserved at a replica that does not use it, as long as another one uses it', async () => {
    const { one, other } = await two();
    await add(one, 'Mia');
    await names(other);
    for (let minutes = 10; minutes <= 90; minutes += 10) {
      at(minutes);
      expect(await names(one)).toContain('Mia');
      expect(await sandboxes(other)).toEqual(['main', 'mine']);
    }
    at(115);
    expect(await names(other)).toContain('Mia');
  });

  test('is preserved if another replica has not yet received its use', async () => {
    const { one, other } = await two();
    await add(one, 'Mia');
    await names(other);
    at(2);
    await names(one);
    at(31.9);
    expect(await sandboxes(other)).toEqual(['main', 'mine']);
    expect(await names(other)).toContain('Mia');
  });

  test('is preserved if a replica has not read its use', async () => {
    const { place, one } = await two();
    const other = await petsMockServer({ store: place, sandboxIdle: 30, consistency: 'local' });
    await add(one, 'Mia');
    await names(other);
    at(29);
    await names(one);
    at(34);
    await names(other, {});
    expect(await names(one)).toContain('Mia');
    expect(place.streams).toContain('mine/pets');
  });

  test('is preserved when it is used at the time of the cleanup', async () => {
    const { one, other } = await two();
    await add(one, 'Mia');
    await names(other);
    at(20);
    await names(one, {});
    await names(one, {});
    await names(one);
    at(45);
    expect(await names(other)).toContain('Mia');
  });

  test('is new when it expires at the time of the cleanup', async () => {
    const { one } = await two();
    await add(one, 'Mia');
    // It is preserved for half an hour here, and three minutes longer by replicas without the time of its last use.
    at(30 - 0.5 / 60);
    await names(one, {});
    await names(one, {});
    at(30 + 0.3 / 60);
    expect(await names(one)).toEqual(await names(one, {}));
    await add(one, 'Rex');
    expect(await names(one)).not.toContain('Mia');
    expect(await names(one)).toContain('Rex');
  });

  test('is readable with local consistency while the storage is unavailable, though its use cannot be published', async () => {
    const { place, one } = await two({ consistency: 'local' });
    await add(one, 'Mia');
    at(10);
    place.failsToAsk = true;
    place.failsToKeep = true;
    expect(await names(one)).toContain('Mia');
    expect(await names(one, {})).not.toContain('Mia');
    expect((await add(one, 'Rex')).status).toBe(503);
    place.failsToAsk = false;
    place.failsToKeep = false;
    await names(one);
    const other = await petsMockServer({ store: place, sandboxIdle: 30 });
    at(39);
    expect(await names(other)).toContain('Mia');
  });

  test('is preserved when it is used while another replica is about to remove it', async () => {
    const { one, other } = await two();
    await add(one, 'Mia');
    await names(other);
    at(29);
    await names(one);
    at(34);
    await Promise.all([names(other, {}), names(one, {}), names(other)]);
    expect(await names(other)).toContain('Mia');
    expect(await sandboxes(one)).toEqual(['main', 'mine']);
  });

  test('expires at all replicas, with all its stored data', async () => {
    const { place, one, other } = await two();
    await add(one, 'Mia');
    await names(other);
    at(40);
    expect(await sandboxes(other)).toEqual(['main']);
    expect(await sandboxes(one)).toEqual(['main']);
    expect(place.streams.filter((stream) => stream.startsWith('mine'))).toEqual([]);
    expect([...place.recordedLogs.all.keys()]).toEqual([]);
  });

  test.each([0, 1])('is new when it is used again, at replica %d', async (number) => {
    const { one, other } = await two();
    await add(one, 'Mia');
    await names(other);
    at(40);
    const mockServer = [one, other][number] as MockServer;
    expect(await names(mockServer)).toEqual(await names(mockServer, {}));
    await add(mockServer, 'Rex');
    for (const any of [one, other]) {
      expect(await names(any)).toContain('Rex');
      expect(await names(any)).not.toContain('Mia');
    }
  });

  test('expires once: a new one of the same name is not removed by a replica that notices late', async () => {
    const { one, other } = await two();
    await add(one, 'Mia');
    await names(other);
    at(40);
    await names(one, {});
    await add(one, 'Rex');
    await names(other, {});
    expect(await sandboxes(other)).toEqual(['main', 'mine']);
    expect(await names(one)).toContain('Rex');
    expect(await names(other)).toContain('Rex');
  });
});

test('a replica reads a sandbox of another replica from the list, if it does not have it yet', async () => {
  const { place, one } = await two();
  const other = await petsMockServer({ store: place, consistency: 'local' });
  await add(one, 'Mia');
  const { requested } = place;
  expect(await names(other)).toContain('Mia');
  // Otherwise it would retry a hundred times, and then take it for a leftover.
  expect(place.requested - requested).toBeLessThan(20);
});

describe('a sandbox that one replica removes', () => {
  test('while another one uses it is removed after that response', async () => {
    const { place, one, other } = await two();
    await add(one, 'Mia');
    const plan = { on: { operation: 'addPet' }, steps: [{ delay: 200 }] };
    await requestPets(one, 'POST', '/_understudy/faults', { body: plan, ...MINE });
    const slow = add(other, 'Rex');
    await expect
      .poll(async () => (await requestPets(other, 'GET', '/_understudy/faults', MINE)).body.faults[0].met)
      .toBe(1);
    expect((await requestPets(one, 'DELETE', '/_understudy/sandboxes/mine')).status).toBe(204);
    const { status, body } = await slow;
    expect([status, body.message]).toEqual([409, expect.stringContaining('removed by another process')]);
    for (const mockServer of [one, other]) expect(await sandboxes(mockServer)).toEqual(['main']);
    expect(place.streams.filter((stream) => stream.startsWith('mine/'))).toEqual([]);
    for (const mockServer of [one, other]) expect(await names(mockServer)).toEqual(await names(mockServer, {}));
  });

  test.each([1, 2, 3, 4, 5])('while others use it at all replicas exists once or not at all (%d)', async () => {
    const { place, one, other } = await two();
    await add(one, 'Mia');
    const responses = await Promise.all([
      ...[one, other, one, other].map((mockServer, number) => add(mockServer, `${number}`)),
      requestPets(one, 'DELETE', '/_understudy/sandboxes/mine'),
      ...[other, one, other, one].map((mockServer) => requestPets(mockServer, 'GET', '/pets', MINE)),
    ]);
    for (const { status } of responses) expect(status).toBeLessThan(500);
    await Promise.all([names(one), names(other)]);
    expect(await names(one)).toEqual(await names(other));
    expect(await sandboxes(one)).toEqual(await sandboxes(other));
    const isThere = (await sandboxes(one)).includes('mine');
    if (!isThere) expect(place.streams.filter((stream) => stream.startsWith('mine/'))).toEqual([]);
  });
});

describe('the clock of a sandbox', () => {
  test('is the same at all replicas, whichever of them sets it', async () => {
    const { one, other } = await two({ now: () => new Date('2027-01-01T00:00:00Z') });
    const order = (mockServer: MockServer, body: object) =>
      requestPets(mockServer, 'POST', '/_understudy/clock', { body, ...MINE });
    const shown = async (mockServer: MockServer) =>
      (await requestPets(mockServer, 'GET', '/_understudy/clock', MINE)).body.now;
    await order(one, { frozen: true });
    await order(other, { advance: '1h' });
    expect(await shown(one)).toBe('2027-01-01T01:00:00.000Z');
    await order(one, { advance: '30m' });
    expect(await shown(other)).toBe('2027-01-01T01:30:00.000Z');
    expect((await requestPets(other, 'GET', '/_understudy/clock')).body.now).toBe('2027-01-01T00:00:00.000Z');
  });
});

/** Number of event loop turns between two requests, so that they meet at each step. */
const GAPS = [1, 2, 3, 5, 8, 13];

test.each(GAPS.flatMap((gap) => [['at one replica', gap, 1] as const, ['at both replicas', gap, 2] as const]))(
  'a sandbox that many requests create %s, %i turns apart, is one, with the changes of all',
  async (_where, gap, replicas) => {
    const { one, other } = await two();
    const made = Array.from({ length: 30 }, (_, number) => `${number}`);
    const responses: ReturnType<typeof add>[] = [];
    for (const [number, name] of made.entries()) {
      responses.push(add(number % replicas === 0 ? one : other, name));
      for (let turn = 0; turn < gap; turn += 1) await setImmediate();
    }
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(made.map(() => 201));
    for (const mockServer of [one, other]) {
      expect(await names(mockServer)).toEqual(expect.arrayContaining(made));
      expect(await sandboxes(mockServer)).toEqual(['main', 'mine']);
    }
    const recorded = async () =>
      (await requestPets(one, 'GET', '/_understudy/requests?operation=addPet', MINE)).body.exchanges.length;
    // Records of another replica arrive a moment later.
    await expect.poll(recorded).toBe(made.length);
  },
);

describe('while one replica publishes the list of sandboxes,', () => {
  const THEIRS = { headers: { 'x-understudy-sandbox': 'theirs' } };

  /** As `two`, but from `hold` on, list writes and removals of the first one wait until released or failed; `isWaiting` resolves when they do. */
  async function held() {
    const place = createSharedPlace();
    place.isQuiet = true;
    let wait = Promise.resolve();
    let reached = () => {};
    const log = (stream: string, isLasting?: boolean): SharedLog => {
      const given = place.log(stream, isLasting);
      if (stream !== SHARED_STREAM) return given;
      return {
        ...given,
        async append(...appended) {
          reached();
          await wait;
          return given.append(...appended);
        },
      };
    };
    const hold = () => {
      let letGo = () => {};
      let fail: (error: Error) => void = () => {};
      wait = new Promise((resolve, reject) => {
        letGo = resolve;
        fail = (error) => {
          reject(error);
          wait = Promise.resolve();
        };
      });
      const isWaiting = new Promise<void>((resolve) => {
        reached = resolve;
      });
      return { letGo, fail, isWaiting };
    };
    const remove = async (...removed: Parameters<typeof place.remove>) => {
      reached();
      await wait;
      await place.remove(...removed);
    };
    const one = await petsMockServer({ store: { ...place, log, remove } });
    return { place, hold, one, other: await petsMockServer({ store: place }) };
  }

  test('a sandbox created there is preserved when it reads another one', async () => {
    const { hold, one, other } = await held();
    const { letGo, isWaiting } = hold();
    const added = add(one, 'Mia');
    await isWaiting;
    await add(other, 'Tom', THEIRS);
    expect(await sandboxes(one)).toEqual(['main', 'mine', 'theirs']);
    letGo();
    expect((await added).status).toBe(201);
    for (const mockServer of [one, other]) expect(await names(mockServer)).toContain('Mia');
  });

  test('requests in a new sandbox are reported when all know the sandbox', async () => {
    const { hold, one, other } = await held();
    const { letGo, isWaiting } = hold();
    const first = add(one, 'Mia');
    await isWaiting;
    let isTold = false;
    const second = add(one, 'Rex').finally(() => {
      isTold = true;
    });
    // Long enough for it to be reported.
    for (let times = 0; times < 10; times += 1) await names(other, {});
    const wasReported = isTold;
    letGo();
    expect(wasReported).toBe(false);
    expect((await second).status).toBe(201);
    expect(await sandboxes(other)).toEqual(['main', 'mine']);
    expect((await first).status).toBe(201);
  });

  test('a sandbox removed there is removed at all replicas when the removal is published', async () => {
    const { place, hold, one, other } = await held();
    const { letGo, isWaiting } = hold();
    const added = add(one, 'Mia');
    await isWaiting;
    const removed = requestPets(one, 'DELETE', '/_understudy/sandboxes/mine');
    const meanwhile = names(one, {});
    // Long enough for it to be published.
    for (let times = 0; times < 10; times += 1) await names(other, {});
    letGo();
    expect((await removed).status).toBe(204);
    await meanwhile;
    expect((await added).status).toBeLessThan(500);
    for (const mockServer of [other, one]) expect(await sandboxes(mockServer)).toEqual(['main']);
    expect(place.streams.filter((stream) => stream.startsWith('mine/'))).toEqual([]);
  });

  test('a sandbox removed there does not return when it reads another one', async () => {
    const { hold, one, other } = await held();
    await add(one, 'Mia');
    const { letGo, isWaiting } = hold();
    const removed = requestPets(one, 'DELETE', '/_understudy/sandboxes/mine');
    await isWaiting;
    await add(other, 'Tom', THEIRS);
    expect(await sandboxes(one)).toEqual(['main', 'theirs']);
    letGo();
    expect((await removed).status).toBe(204);
    for (const mockServer of [one, other]) expect(await sandboxes(mockServer)).toEqual(['main', 'theirs']);
  });

  test('a sandbox removed before all know it blocks no other request', async () => {
    const { place, hold, one } = await held();
    const { fail, isWaiting } = hold();
    const added = add(one, 'Mia');
    await isWaiting;
    fail(storageUnavailable(new Error('it is away')));
    expect((await added).status).toBe(503);
    await place.remove('mine/pets');
    expect((await add(one, 'Rex', {})).status).toBe(201);
    expect(await names(one)).not.toContain('Mia');
    expect((await add(one, 'Tom')).status).toBe(201);
    expect(await names(one)).toContain('Tom');
  });

  test('a sandbox whose creator is killed meanwhile remains usable', async () => {
    const { hold, one, other } = await held();
    const { letGo, isWaiting } = hold();
    const added = add(one, 'Mia');
    await isWaiting;
    expect((await add(other, 'Tom')).status).toBe(201);
    expect(await names(other)).toEqual(expect.arrayContaining(['Mia', 'Tom']));
    letGo();
    await added;
  });

  /** Removes a sandbox there up to the point that it is not in the list, but its streams still exist. */
  async function halfRemoved({ hold, one }: Awaited<ReturnType<typeof held>>) {
    const removal = hold();
    const removed = requestPets(one, 'DELETE', '/_understudy/sandboxes/mine');
    await removal.isWaiting;
    const streams = hold();
    removal.letGo();
    await Promise.race([streams.isWaiting, removed]);
    return { removed, finish: streams.letGo };
  }

  test('data of a new sandbox at another replica, created during the removal of the old one, is preserved', async () => {
    const at = await held();
    const { one, other } = at;
    // Nothing of it is stored so far.
    await names(one);
    const { removed, finish } = await halfRemoved(at);
    expect((await add(other, 'Rex')).status).toBe(201);
    finish();
    expect((await removed).status).toBe(204);
    for (const mockServer of [one, other]) expect(await names(mockServer)).toContain('Rex');
  });

  test('data stored after another process also removed its streams is preserved', async () => {
    const at = await held();
    const { place, one, other } = at;
    await add(one, 'Mia');
    const { removed, finish } = await halfRemoved(at);
    await place.remove('mine/pets');
    expect((await add(other, 'Rex')).status).toBe(201);
    finish();
    expect((await removed).status).toBe(204);
    for (const mockServer of [one, other]) expect(await names(mockServer)).toContain('Rex');
  });

  test('a sandbox removed and created again at another replica, before the removal here is published, is preserved', async () => {
    const { hold, one, other } = await held();
    await add(one, 'Mia');
    expect(await names(other)).toContain('Mia');
    const { letGo, isWaiting } = hold();
    const removed = requestPets(one, 'DELETE', '/_understudy/sandboxes/mine');
    await isWaiting;
    expect((await requestPets(other, 'DELETE', '/_understudy/sandboxes/mine')).status).toBe(204);
    expect((await add(other, 'Rex')).status).toBe(201);
    letGo();
    expect((await removed).status).toBe(204);
    for (const mockServer of [one, other]) {
      expect(await sandboxes(mockServer)).toEqual(['main', 'mine']);
      expect(await names(mockServer)).toContain('Rex');
      expect(await names(mockServer)).not.toContain('Mia');
    }
  });

  test('other replicas do not see data of a sandbox during its removal', async () => {
    const at = await held();
    const { place, one, other } = at;
    await add(one, 'Mia');
    expect(await names(other)).toContain('Mia');
    const { removed, finish } = await halfRemoved(at);
    const requested: ReturnType<typeof names>[] = [];
    for (let times = 0; times < 20; times += 1) {
      requested.push(names(other));
      await setImmediate();
    }
    // Long enough for responses.
    for (let times = 0; times < 10; times += 1) expect(await names(other, {})).not.toContain('Mia');
    finish();
    expect((await removed).status).toBe(204);
    for (const responded of await Promise.all(requested)) expect(responded).toEqual(await names(other, {}));
    expect((await add(other, 'Rex')).status).toBe(201);
    expect(await names(one)).toContain('Rex');
    expect(place.streams).toContain('mine/pets');
  });
});

/** A promise with its resolver. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}

test('a change by the request that creates a sandbox is visible to requests that waited for the creation', async () => {
  const place = createSharedPlace();
  const [begun, hasCompany, isChanged, mayAnswer] = [signal(), signal(), signal(), signal()];
  let requested = 0;
  /** The first request continues once a second one waits; the second one, once something was changed. */
  const log = (stream: string, isLasting?: boolean): SharedLog => {
    const given = place.log(stream, isLasting);
    if (stream !== 'mine/pets') return given;
    return {
      ...given,
      async newest() {
        requested += 1;
        begun.give();
        await (requested === 1 ? hasCompany : isChanged).given;
        await given.newest();
      },
    };
  };
  const api = petsWith({
    async addPet(call: Parameters<typeof pets.handlers.addPet>[0]) {
      const pet = await pets.handlers.addPet(call);
      isChanged.give();
      await mayAnswer.given;
      return pet;
    },
  });
  const one = await petsMockServer({ apis: [api], store: { ...place, log } });
  const added = add(one, 'Mia');
  await begun.given;
  const listed = names(one);
  // Long enough for the second one to arrive. Other requests would publish the sandbox.
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  hasCompany.give();
  const seen = await listed;
  const askedUntilThen = requested;
  mayAnswer.give();
  expect((await added).status).toBe(201);
  expect(seen).toContain('Mia');
  // Taken for a leftover, it would be created again a hundred times.
  expect(askedUntilThen).toBeLessThan(10);
  expect(await names(one)).toContain('Mia');
});
