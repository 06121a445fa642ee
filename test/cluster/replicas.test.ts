// Several mock servers on one storage: changes at one are visible at the next.

import { describe, expect, test } from 'vitest';
import type { MockServer, MockServerSettings } from '../../src/index.ts';
import { createMockServer } from '../../src/index.ts';
import type { UsageError } from '../../src/schema/usage-error.ts';
import { pets } from '../support/pets/api.ts';
import { petsMockServer, requestPets } from '../support/pets/mock-server.ts';
import { createSharedPlace } from '../support/shared-place.ts';

const SANDBOX = (name: string) => ({ headers: { 'x-understudy-sandbox': name } });

/** Two replicas that read changes of each other only on request. */
async function two(settings: Partial<MockServerSettings> = {}) {
  const place = createSharedPlace();
  place.isQuiet = true;
  return {
    place,
    one: await petsMockServer({ store: place, ...settings }),
    other: await petsMockServer({ store: place, ...settings }),
  };
}

const add = (mockServer: MockServer, name: string, requested = {}) =>
  requestPets(mockServer, 'POST', '/pets', { body: { name, kind: 'hen' }, ...requested });

async function names(mockServer: MockServer, requested = {}): Promise<string[]> {
  const { body } = await requestPets(mockServer, 'GET', '/pets', requested);
  return (body.pets ?? body).map(({ name }: { name: string }) => name);
}

describe('a change at one replica', () => {
  test('is visible in the next response of the other one', async () => {
    const { one, other } = await two();
    const before = await names(one);
    expect((await add(one, 'Mia')).status).toBe(201);
    expect(await names(other)).toEqual([...before, 'Mia']);
    expect((await add(other, 'Rex')).status).toBe(201);
    expect(await names(one)).toEqual([...before, 'Mia', 'Rex']);
  });

  test('is visible at a replica that is started later', async () => {
    const { place, one } = await two();
    await add(one, 'Mia');
    expect(await names(await petsMockServer({ store: place }))).toContain('Mia');
  });

  test('can be undone by another one', async () => {
    const { one, other } = await two();
    const before = await names(one);
    await add(one, 'Mia');
    expect((await requestPets(other, 'POST', '/_understudy/undo', { body: {} })).body).toMatchObject({ undone: 1 });
    expect(await names(one)).toEqual(before);
  });

  test('creates unique ids, even with equal replicas', async () => {
    const { one, other } = await two({ now: () => new Date('2027-01-01T00:00:00Z') });
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, number) => (await add(number % 2 ? one : other, `${number}`)).body.id),
    );
    expect(new Set(ids).size).toBe(20);
  });
});

describe('a sandbox', () => {
  test('that a request creates by name exists at the others', async () => {
    const { one, other } = await two();
    await add(one, 'Mia', SANDBOX('mine'));
    expect(await names(other, SANDBOX('mine'))).toContain('Mia');
    expect(await names(other)).not.toContain('Mia');
    const { body } = await requestPets(other, 'GET', '/_understudy/sandboxes');
    expect(body.sandboxes.map(({ sandbox }: { sandbox: string }) => sandbox)).toEqual(['main', 'mine']);
  });

  test('that was forked continues from there at the others, and can only be created once', async () => {
    const { one, other } = await two();
    await add(one, 'Mia');
    const made = await requestPets(one, 'POST', '/_understudy/sandboxes', { body: { name: 'fork', from: 'main' } });
    expect(made.status).toBe(201);
    await requestPets(one, 'POST', '/_understudy/reset');
    expect(await names(other, SANDBOX('fork'))).toContain('Mia');
    expect(await names(other)).not.toContain('Mia');
    const again = await requestPets(other, 'POST', '/_understudy/sandboxes', { body: { name: 'fork' } });
    expect(again.status).toBe(409);
  });

  test('that one replica removed is removed at the others, and is new when it is named again', async () => {
    const { place, one, other } = await two();
    await add(one, 'Mia', SANDBOX('mine'));
    await add(other, 'Rex', SANDBOX('mine'));
    expect((await requestPets(one, 'DELETE', '/_understudy/sandboxes/mine')).status).toBe(204);
    expect(place.streams.filter((stream) => stream.startsWith('mine/'))).toEqual([]);
    const { body } = await requestPets(other, 'GET', '/_understudy/sandboxes');
    expect(body.sandboxes).toHaveLength(1);
    expect(await names(other, SANDBOX('mine'))).not.toContain('Mia');
    await add(one, 'Tom', SANDBOX('mine'));
    expect(await names(other, SANDBOX('mine'))).toEqual([...(await names(one)), 'Tom']);
  });

  test('that a rejected request named leaves nothing behind', async () => {
    const { place, one } = await two();
    const { status } = await requestPets(one, 'GET', '/nowhere', SANDBOX('typo'));
    expect(status).toBe(404);
    expect(place.streams.filter((stream) => stream.startsWith('typo'))).toEqual([]);
  });

  test('has the clock and the seed set at another replica', async () => {
    const { one, other } = await two();
    await requestPets(one, 'POST', '/_understudy/clock', {
      body: { set: '2030-01-01T00:00:00Z', frozen: true },
      ...SANDBOX('mine'),
    });
    const { body } = await requestPets(other, 'GET', '/_understudy/clock', SANDBOX('mine'));
    expect(body).toMatchObject({ now: '2030-01-01T00:00:00.000Z', frozen: true });
    await requestPets(other, 'POST', '/_understudy/reset', SANDBOX('mine'));
    expect((await requestPets(one, 'GET', '/_understudy/clock', SANDBOX('mine'))).body).toMatchObject({
      frozen: false,
    });
  });

  test('has the fault plans of another replica, with their counts', async () => {
    const { one, other } = await two();
    const plan = { on: { operation: 'listPets' }, times: 2, steps: [{ code: 'unavailable' }] };
    const planned = await requestPets(one, 'POST', '/_understudy/faults', { body: plan });
    expect(planned.status).toBe(201);
    const statuses: number[] = [];
    for (const mockServer of [other, one, other, one])
      statuses.push((await requestPets(mockServer, 'GET', '/pets')).status);
    expect(statuses).toEqual([503, 503, 200, 200]);
  });

  test('is restored to a snapshot of another replica', async () => {
    const { one, other } = await two();
    await add(one, 'Mia');
    await requestPets(one, 'POST', '/_understudy/snapshots', { body: { name: 'before' } });
    await add(one, 'Rex');
    expect((await requestPets(other, 'GET', '/_understudy/snapshots')).body.snapshots).toEqual(['before']);
    await requestPets(other, 'POST', '/_understudy/snapshots/before/restore');
    expect(await names(one)).toContain('Mia');
    expect(await names(one)).not.toContain('Rex');
    await requestPets(other, 'DELETE', '/_understudy/snapshots/before');
    expect((await requestPets(one, 'GET', '/_understudy/snapshots')).body.snapshots).toEqual([]);
  });
});

describe('a replica', () => {
  test('queries the newest version once per request, and with local consistency never', async () => {
    const { place, other } = await two({ consistency: 'local' });
    await names(other);
    const { requested } = place;
    await Promise.all(Array.from({ length: 5 }, () => names(other)));
    expect(place.requested).toBe(requested);
  });

  test('with local consistency sees its own changes at once, and those of others later', async () => {
    const { place, one, other } = await two({ consistency: 'local' });
    place.isQuiet = false;
    await add(one, 'Mia');
    expect(await names(one)).toContain('Mia');
    await expect.poll(() => names(other)).toContain('Mia');
  });

  test('with other fixtures is rejected, with the differences', async () => {
    const { place } = await two();
    const others = { ...pets, fixtures: undefined };
    await expect(createMockServer({ apis: [others], store: place })).rejects.toThrow('the fixtures of pets differ');
  });

  const second = { ...pets, name: 'second', base: '/second' };
  test.each<
    [what: string, apis: MockServerSettings['apis'], others: MockServerSettings['apis'], problems: readonly string[]]
  >([
    ['more apis', [pets], [pets, second], ['second is served here, but not by another process']],
    ['fewer apis', [pets, second], [pets], ['second is served by another process, but not here']],
    [
      'another api',
      [pets],
      [second],
      ['second is served here, but not by another process', 'pets is served by another process, but not here'],
    ],
  ])('that serves %s is rejected until the first one has ended', async (_, apis, others, problems) => {
    const store = createSharedPlace();
    const first = await createMockServer({ apis, store });
    const rejected = await createMockServer({ apis: others, store }).catch((error: UsageError) => error.problems);
    expect(rejected).toEqual(problems);
    await first.close();
    const next = await createMockServer({ apis: others, store });
    await next.close();
  });
});
