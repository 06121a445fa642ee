// When sandboxes of replicas end: after nobody has used them anywhere, and while somebody still answers in them elsewhere.

import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SHARED_STREAM } from '../../src/cluster/shared-records.ts';
import type { MockServer, MockServerSettings } from '../../src/index.ts';
import type { SharedLog } from '../../src/store/log/store-log.ts';
import { storageUnavailable } from '../../src/store/store-error.ts';
import { pets } from '../support/pets/api.ts';
import { askPets, petsStandIn, petsWith } from '../support/pets/stand-in.ts';
import { createSharedPlace } from '../support/shared-place.ts';

const MINE = { headers: { 'x-understudy-sandbox': 'mine' } };

/** Sandboxes end when they were idle for half an hour. */
async function two(settings: Partial<MockServerSettings> = {}) {
  const place = createSharedPlace();
  place.isQuiet = true;
  const replica = () => petsStandIn({ store: place, sandboxIdle: 30, ...settings });
  return { place, one: await replica(), other: await replica() };
}

const add = (standIn: MockServer, name: string, asked: object = MINE) =>
  askPets(standIn, 'POST', '/pets', { body: { name, kind: 'hen' }, ...asked });
const names = async (standIn: MockServer, asked: object = MINE): Promise<string[]> =>
  (await askPets(standIn, 'GET', '/pets', asked)).body.map(({ name }: { name: string }) => name);
const sandboxes = async (standIn: MockServer): Promise<string[]> =>
  (await askPets(standIn, 'GET', '/_understudy/sandboxes')).body.sandboxes.map(
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

  test('lives on at a replica that it was not used at, as long as another one uses it', async () => {
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

  test('lives on where another replica was not yet told that it was used', async () => {
    const { one, other } = await two();
    await add(one, 'Mia');
    await names(other);
    at(2);
    await names(one);
    at(31.9);
    expect(await sandboxes(other)).toEqual(['main', 'mine']);
    expect(await names(other)).toContain('Mia');
  });

  test('lives on where a replica has not heard that it was used', async () => {
    const { place, one } = await two();
    const other = await petsStandIn({ store: place, sandboxIdle: 30, consistency: 'local' });
    await add(one, 'Mia');
    await names(other);
    at(29);
    await names(one);
    at(34);
    await names(other, {});
    expect(await names(one)).toContain('Mia');
    expect(place.streams).toContain('mine/pets');
  });

  test('lives on though it is used in the same moment in which all was looked through', async () => {
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

  test('begins anew though its time ended in the same moment in which all was looked through', async () => {
    const { one } = await two();
    await add(one, 'Mia');
    // It lives for half an hour here, and three minutes longer for those who do not know by when it was used.
    at(30 - 0.5 / 60);
    await names(one, {});
    await names(one, {});
    at(30 + 0.3 / 60);
    expect(await names(one)).toEqual(await names(one, {}));
    await add(one, 'Rex');
    expect(await names(one)).not.toContain('Mia');
    expect(await names(one)).toContain('Rex');
  });

  test('is read with local consistency while its place is away, though that cannot be told to others', async () => {
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
    const other = await petsStandIn({ store: place, sandboxIdle: 30 });
    at(39);
    expect(await names(other)).toContain('Mia');
  });

  test('lives on when the last to use it did so while another one was about to end it', async () => {
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

  test('ends at all replicas, with all that was kept of it', async () => {
    const { place, one, other } = await two();
    await add(one, 'Mia');
    await names(other);
    at(40);
    expect(await sandboxes(other)).toEqual(['main']);
    expect(await sandboxes(one)).toEqual(['main']);
    expect(place.streams.filter((stream) => stream.startsWith('mine'))).toEqual([]);
    expect([...place.recordedLogs.all.keys()]).toEqual([]);
  });

  test.each([0, 1])('begins anew when it is used again, at replica %d', async (number) => {
    const { one, other } = await two();
    await add(one, 'Mia');
    await names(other);
    at(40);
    const standIn = [one, other][number] as MockServer;
    expect(await names(standIn)).toEqual(await names(standIn, {}));
    await add(standIn, 'Rex');
    for (const any of [one, other]) {
      expect(await names(any)).toContain('Rex');
      expect(await names(any)).not.toContain('Mia');
    }
  });

  test('ends once: what is made under its name at once is not ended by who finds out later', async () => {
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

test('a sandbox that another replica has made is asked for in the list, by who has not heard of it yet', async () => {
  const { place, one } = await two();
  const other = await petsStandIn({ store: place, consistency: 'local' });
  await add(one, 'Mia');
  const { asked } = place;
  expect(await names(other)).toContain('Mia');
  // Else it would ask a hundred times, and then take it as what somebody left behind.
  expect(place.asked - asked).toBeLessThan(20);
});

describe('a sandbox that one replica removes', () => {
  test('while another one answers in it, is gone when that has answered', async () => {
    const { place, one, other } = await two();
    await add(one, 'Mia');
    const plan = { on: { operation: 'addPet' }, steps: [{ delay: 200 }] };
    await askPets(one, 'POST', '/_understudy/faults', { body: plan, ...MINE });
    const slow = add(other, 'Rex');
    await expect
      .poll(async () => (await askPets(other, 'GET', '/_understudy/faults', MINE)).body.faults[0].met)
      .toBe(1);
    expect((await askPets(one, 'DELETE', '/_understudy/sandboxes/mine')).status).toBe(204);
    const { status, body } = await slow;
    expect([status, body.message]).toEqual([409, expect.stringContaining('removed by another process')]);
    for (const standIn of [one, other]) expect(await sandboxes(standIn)).toEqual(['main']);
    expect(place.streams.filter((stream) => stream.startsWith('mine/'))).toEqual([]);
    for (const standIn of [one, other]) expect(await names(standIn)).toEqual(await names(standIn, {}));
  });

  test.each([1, 2, 3, 4, 5])('while others use it at all replicas, is there once or not at all (%d)', async () => {
    const { place, one, other } = await two();
    await add(one, 'Mia');
    const answers = await Promise.all([
      ...[one, other, one, other].map((standIn, number) => add(standIn, `${number}`)),
      askPets(one, 'DELETE', '/_understudy/sandboxes/mine'),
      ...[other, one, other, one].map((standIn) => askPets(standIn, 'GET', '/pets', MINE)),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    await Promise.all([names(one), names(other)]);
    expect(await names(one)).toEqual(await names(other));
    expect(await sandboxes(one)).toEqual(await sandboxes(other));
    const isThere = (await sandboxes(one)).includes('mine');
    if (!isThere) expect(place.streams.filter((stream) => stream.startsWith('mine/'))).toEqual([]);
  });
});

describe('the clock of a sandbox', () => {
  test('goes on at each replica as it was ordered at any', async () => {
    const { one, other } = await two({ now: () => new Date('2027-01-01T00:00:00Z') });
    const order = (standIn: MockServer, body: object) =>
      askPets(standIn, 'POST', '/_understudy/clock', { body, ...MINE });
    const shown = async (standIn: MockServer) => (await askPets(standIn, 'GET', '/_understudy/clock', MINE)).body.now;
    await order(one, { frozen: true });
    await order(other, { advance: '1h' });
    expect(await shown(one)).toBe('2027-01-01T01:00:00.000Z');
    await order(one, { advance: '30m' });
    expect(await shown(other)).toBe('2027-01-01T01:30:00.000Z');
    expect((await askPets(other, 'GET', '/_understudy/clock')).body.now).toBe('2027-01-01T00:00:00.000Z');
  });
});

/** How many turns of the event loop lie between two who come: so that some come at each step of others. */
const GAPS = [1, 2, 3, 5, 8, 13];

test.each(GAPS.flatMap((gap) => [['at one replica', gap, 1] as const, ['at both replicas', gap, 2] as const]))(
  'a sandbox that many begin %s, %i turns apart, is one, and has what each of them made',
  async (_where, gap, replicas) => {
    const { one, other } = await two();
    const made = Array.from({ length: 30 }, (_, number) => `${number}`);
    const answers: ReturnType<typeof add>[] = [];
    for (const [number, name] of made.entries()) {
      answers.push(add(number % replicas === 0 ? one : other, name));
      for (let turn = 0; turn < gap; turn += 1) await setImmediate();
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(made.map(() => 201));
    for (const standIn of [one, other]) {
      expect(await names(standIn)).toEqual(expect.arrayContaining(made));
      expect(await sandboxes(standIn)).toEqual(['main', 'mine']);
    }
    const recorded = async () =>
      (await askPets(one, 'GET', '/_understudy/requests?operation=addPet', MINE)).body.exchanges.length;
    // What another one has recorded comes a moment late.
    await expect.poll(recorded).toBe(made.length);
  },
);

describe('while the list of sandboxes is on its way to the others from one replica,', () => {
  const THEIRS = { headers: { 'x-understudy-sandbox': 'theirs' } };

  /** As `two`. What the first one keeps of the list, and what it takes away, waits from `hold` on until it is let go, or fails; `isWaiting` resolves when it does. */
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
    const one = await petsStandIn({ store: { ...place, log, remove } });
    return { place, hold, one, other: await petsStandIn({ store: place }) };
  }

  test('one that is made there stays when it hears of another one', async () => {
    const { hold, one, other } = await held();
    const { letGo, isWaiting } = hold();
    const added = add(one, 'Mia');
    await isWaiting;
    await add(other, 'Tom', THEIRS);
    expect(await sandboxes(one)).toEqual(['main', 'mine', 'theirs']);
    letGo();
    expect((await added).status).toBe(201);
    for (const standIn of [one, other]) expect(await names(standIn)).toContain('Mia');
  });

  test('what is done there in one that is new is told when all know of it', async () => {
    const { hold, one, other } = await held();
    const { letGo, isWaiting } = hold();
    const first = add(one, 'Mia');
    await isWaiting;
    let isTold = false;
    const second = add(one, 'Rex').finally(() => {
      isTold = true;
    });
    // Long enough for it to be told, if it was.
    for (let times = 0; times < 10; times += 1) await names(other, {});
    const wasTold = isTold;
    letGo();
    expect(wasTold).toBe(false);
    expect((await second).status).toBe(201);
    expect(await sandboxes(other)).toEqual(['main', 'mine']);
    expect((await first).status).toBe(201);
  });

  test('one that is removed there is gone at all of them by when that is told', async () => {
    const { place, hold, one, other } = await held();
    const { letGo, isWaiting } = hold();
    const added = add(one, 'Mia');
    await isWaiting;
    const removed = askPets(one, 'DELETE', '/_understudy/sandboxes/mine');
    const meanwhile = names(one, {});
    // Long enough for it to be told, if it was.
    for (let times = 0; times < 10; times += 1) await names(other, {});
    letGo();
    expect((await removed).status).toBe(204);
    await meanwhile;
    expect((await added).status).toBeLessThan(500);
    for (const standIn of [other, one]) expect(await sandboxes(standIn)).toEqual(['main']);
    expect(place.streams.filter((stream) => stream.startsWith('mine/'))).toEqual([]);
  });

  test('one that is removed there does not come back when it hears of another one', async () => {
    const { hold, one, other } = await held();
    await add(one, 'Mia');
    const { letGo, isWaiting } = hold();
    const removed = askPets(one, 'DELETE', '/_understudy/sandboxes/mine');
    await isWaiting;
    await add(other, 'Tom', THEIRS);
    expect(await sandboxes(one)).toEqual(['main', 'theirs']);
    letGo();
    expect((await removed).status).toBe(204);
    for (const standIn of [one, other]) expect(await sandboxes(standIn)).toEqual(['main', 'theirs']);
  });

  test('one that is taken away before all know of it keeps no other request from its answer', async () => {
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

  test('one whose maker is killed meanwhile is taken as it is', async () => {
    const { hold, one, other } = await held();
    const { letGo, isWaiting } = hold();
    const added = add(one, 'Mia');
    await isWaiting;
    expect((await add(other, 'Tom')).status).toBe(201);
    expect(await names(other)).toEqual(expect.arrayContaining(['Mia', 'Tom']));
    letGo();
    await added;
  });

  /** Removes one there, as far as that the list does not have it any more, and its streams are still to be taken away, if it has any. */
  async function halfRemoved({ hold, one }: Awaited<ReturnType<typeof held>>) {
    const removal = hold();
    const removed = askPets(one, 'DELETE', '/_understudy/sandboxes/mine');
    await removal.isWaiting;
    const streams = hold();
    removal.letGo();
    await Promise.race([streams.isWaiting, removed]);
    return { removed, finish: streams.letGo };
  }

  test('what is kept of a new one that begins at another one, while the old one is taken away, stays', async () => {
    const at = await held();
    const { one, other } = at;
    // Nothing is kept of it so far.
    await names(one);
    const { removed, finish } = await halfRemoved(at);
    expect((await add(other, 'Rex')).status).toBe(201);
    finish();
    expect((await removed).status).toBe(204);
    for (const standIn of [one, other]) expect(await names(standIn)).toContain('Rex');
  });

  test('what is kept since somebody else took its streams away as well stays', async () => {
    const at = await held();
    const { place, one, other } = at;
    await add(one, 'Mia');
    const { removed, finish } = await halfRemoved(at);
    await place.remove('mine/pets');
    expect((await add(other, 'Rex')).status).toBe(201);
    finish();
    expect((await removed).status).toBe(204);
    for (const standIn of [one, other]) expect(await names(standIn)).toContain('Rex');
  });

  test('one that was removed and made again at another one, before the removal here is known there, stays', async () => {
    const { hold, one, other } = await held();
    await add(one, 'Mia');
    expect(await names(other)).toContain('Mia');
    const { letGo, isWaiting } = hold();
    const removed = askPets(one, 'DELETE', '/_understudy/sandboxes/mine');
    await isWaiting;
    expect((await askPets(other, 'DELETE', '/_understudy/sandboxes/mine')).status).toBe(204);
    expect((await add(other, 'Rex')).status).toBe(201);
    letGo();
    expect((await removed).status).toBe(204);
    for (const standIn of [one, other]) {
      expect(await sandboxes(standIn)).toEqual(['main', 'mine']);
      expect(await names(standIn)).toContain('Rex');
      expect(await names(standIn)).not.toContain('Mia');
    }
  });

  test('nobody sees at another one what is just being removed', async () => {
    const at = await held();
    const { place, one, other } = at;
    await add(one, 'Mia');
    expect(await names(other)).toContain('Mia');
    const { removed, finish } = await halfRemoved(at);
    const asked: ReturnType<typeof names>[] = [];
    for (let times = 0; times < 20; times += 1) {
      asked.push(names(other));
      await setImmediate();
    }
    // Long enough for them to be answered, if they were.
    for (let times = 0; times < 10; times += 1) expect(await names(other, {})).not.toContain('Mia');
    finish();
    expect((await removed).status).toBe(204);
    for (const answered of await Promise.all(asked)) expect(answered).toEqual(await names(other, {}));
    expect((await add(other, 'Rex')).status).toBe(201);
    expect(await names(one)).toContain('Rex');
    expect(place.streams).toContain('mine/pets');
  });
});

/** A promise, and what fulfils it. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}

test('a sandbox that its first request has changed is there for who came while it began', async () => {
  const place = createSharedPlace();
  const [begun, hasCompany, isChanged, mayAnswer] = [signal(), signal(), signal(), signal()];
  let asked = 0;
  /** Who begins it is told what is newest once somebody else has come; that one, once something was changed. */
  const log = (stream: string, isLasting?: boolean): SharedLog => {
    const given = place.log(stream, isLasting);
    if (stream !== 'mine/pets') return given;
    return {
      ...given,
      async newest() {
        asked += 1;
        begun.give();
        await (asked === 1 ? hasCompany : isChanged).given;
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
  const one = await petsStandIn({ apis: [api], store: { ...place, log } });
  const added = add(one, 'Mia');
  await begun.given;
  const listed = names(one);
  // Long enough for the second one to come. Other requests would let all know of it.
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  hasCompany.give();
  const seen = await listed;
  const askedUntilThen = asked;
  mayAnswer.give();
  expect((await added).status).toBe(201);
  expect(seen).toContain('Mia');
  // Taken for what somebody else has left, it would be begun again a hundred times.
  expect(askedUntilThen).toBeLessThan(10);
  expect(await names(one)).toContain('Mia');
});
