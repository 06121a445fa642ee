// Coverage of replicas: counts of all replicas are summed, reported by each, and cleared together.

import { describe, expect, test } from 'vitest';
import { type MockServer, type MockServerSettings, respond } from '../../src/index.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../support/own-api.ts';
import { petsMockServer, requestPets } from '../support/pets/mock-server.ts';
import { createSharedPlace } from '../support/shared-place.ts';

const COVERAGE = '/_understudy/coverage';
const inSandbox = (name: string) => ({ headers: { 'x-understudy-sandbox': name } });
const MINE = inSandbox('mine');

async function two(settings: Partial<MockServerSettings> = {}) {
  const place = createSharedPlace();
  return {
    place,
    one: await petsMockServer({ store: place, ...settings }),
    other: await petsMockServer({ store: place, ...settings }),
  };
}

async function coverage(mockServer: MockServer, query = '', requested = {}) {
  const { body, status } = await requestPets(mockServer, 'GET', `${COVERAGE}${query}`, requested);
  expect(status).toBe(200);
  return body;
}

/** The number of requests per operation, and of unmatched requests. */
async function requests(mockServer: MockServer, query = '', requested = {}): Promise<Readonly<Record<string, number>>> {
  const { apis, unmatched } = await coverage(mockServer, query, requested);
  return Object.fromEntries([
    ...apis[0].operations.flatMap((one: { operation: string; requests: number }) =>
      one.requests > 0 ? [[one.operation, one.requests]] : [],
    ),
    ...unmatched.map((one: { path: string; count: number }) => [one.path, one.count]),
  ]);
}

const clear = async (mockServer: MockServer, query = '', requested = {}) =>
  expect((await requestPets(mockServer, 'DELETE', `${COVERAGE}${query}`, requested)).status).toBe(204);

interface ShownOperation {
  readonly requests: number;
  readonly statuses: readonly object[];
  readonly undeclared?: readonly object[];
  readonly points: { readonly parameters: object };
}

describe('the coverage of replicas', () => {
  test('is reported at once by the replica that counted it, and by the other as well', async () => {
    const { one, other } = await two();
    for (const mockServer of [one, other, one]) {
      await requestPets(mockServer, 'GET', '/pets');
      await requestPets(mockServer, 'GET', '/nowhere');
      await coverage(mockServer);
    }
    for (const mockServer of [one, other]) expect(await requests(mockServer)).toEqual({ listPets: 3, '/nowhere': 3 });
  });

  test('is sent to the others in the background, a moment later', async () => {
    const { one, other } = await two();
    await requestPets(one, 'GET', '/pets');
    await expect.poll(() => requests(other)).toEqual({ listPets: 1 });
  });

  test('equals that of one process: the same points, statuses and totals', async () => {
    const alone = await petsMockServer();
    const { one, other } = await two();
    const sends = [
      ['GET', '/pets?limit=1', {}],
      ['GET', '/pets?kind=dog', {}],
      ['GET', '/pets/1', {}],
      ['GET', '/pets/none', {}],
      ['POST', '/pets', { body: { name: 'Mia', kind: 'hen' } }],
      ['POST', '/pets', { body: { name: 1 } }],
      ['GET', '/nowhere', {}],
      ['PATCH', '/pets', {}],
    ] as const;
    for (const [at, [method, path, requested]] of sends.entries()) {
      await requestPets(alone, method, path, requested);
      await requestPets(at % 2 ? one : other, method, path, requested);
    }
    await coverage(one);
    const { unmatched, ...reported } = await coverage(other);
    const { unmatched: expected, ...rest } = await coverage(alone);
    expect(reported).toEqual(rest);
    expect(new Set(unmatched)).toEqual(new Set(expected));
    expect(reported.apis[0].totals.all.covered).toBeGreaterThan(10);
  });

  test('belongs to its sandbox, and remains in the total when that was removed', async () => {
    const { place, one, other } = await two();
    await requestPets(one, 'GET', '/pets', MINE);
    await requestPets(other, 'GET', '/pets/1', MINE);
    await requestPets(one, 'GET', '/pets');
    await coverage(one);
    expect(await requests(other, '', MINE)).toEqual({ listPets: 1, getPet: 1 });
    expect(await requests(other, '?sandboxes=mine')).toEqual({ listPets: 1, getPet: 1 });
    expect(await requests(other)).toEqual({ listPets: 1 });
    await requestPets(one, 'GET', '/pets', MINE);
    await requestPets(other, 'DELETE', '/_understudy/sandboxes/mine');
    await requestPets(other, 'GET', '/pets/2', MINE);
    expect(await requests(other, '', MINE)).toEqual({ getPet: 1 });
    await coverage(one);
    for (const mockServer of [one, other]) {
      expect(await requests(mockServer, '?sandboxes=all')).toEqual({ listPets: 3, getPet: 2 });
      expect((await coverage(mockServer, '?sandboxes=all')).sandboxes).toEqual(['main', 'mine']);
    }
    await expect.poll(() => place.counted.all.get('')?.accounts.size).toBe(2);
  });

  test('includes the request that creates a sandbox, as soon as its response was sent', async () => {
    const { one } = await two();
    expect(await requests(one, '', MINE)).toEqual({});
    await requestPets(one, 'GET', '/pets', inSandbox('new'));
    expect(await requests(one, '', inSandbox('new'))).toEqual({ listPets: 1 });
  });

  test('is cleared for all by one replica, with pending counts, and later requests count', async () => {
    const { one, other } = await two();
    await requestPets(one, 'GET', '/pets');
    await coverage(one);
    await requestPets(other, 'GET', '/pets/1');
    await clear(one);
    await requestPets(other, 'GET', '/pets?limit=1');
    expect(await requests(other)).toEqual({ listPets: 1 });
    expect(await requests(one)).toEqual({ listPets: 1 });
    // Points seen before the clear are not reported.
    const [api] = (await coverage(other)).apis;
    expect(
      api.operations.find(({ operation }: { operation: string }) => operation === 'getPet').points,
    ).toBeUndefined();
  });

  test('is cleared in the named sandboxes or in all, including removed ones', async () => {
    const { one, other } = await two();
    for (const name of ['mine', 'blue', 'gone']) await requestPets(other, 'GET', '/pets', inSandbox(name));
    await requestPets(other, 'GET', '/pets');
    await requestPets(other, 'DELETE', '/_understudy/sandboxes/gone');
    await coverage(other);
    await requestPets(other, 'GET', '/pets', MINE);
    await clear(one, '?sandboxes=mine');
    expect(await requests(one, '', MINE)).toEqual({});
    await requestPets(other, 'GET', '/pets/1', MINE);
    expect(await requests(other, '', MINE)).toEqual({ getPet: 1 });
    expect(await requests(one, '?sandboxes=all')).toEqual({ listPets: 3, getPet: 1 });
    await requestPets(other, 'GET', '/pets', inSandbox('blue'));
    await clear(one, '?sandboxes=all');
    await requestPets(other, 'GET', '/pets/1', inSandbox('blue'));
    for (const mockServer of [other, one]) expect(await requests(mockServer, '?sandboxes=all')).toEqual({ getPet: 1 });
  });

  test('is also cleared in a sandbox that the request itself creates', async () => {
    const { one, other } = await two();
    await clear(one, '', MINE);
    await requestPets(other, 'GET', '/pets', MINE);
    await requestPets(one, 'GET', '/pets/1', MINE);
    await coverage(one);
    expect(await requests(other, '', MINE)).toEqual({ listPets: 1, getPet: 1 });
  });

  test('is preserved by a reset of its sandbox, and excludes a removed sandbox of the same name', async () => {
    const { one, other } = await two();
    await requestPets(one, 'GET', '/pets', MINE);
    await requestPets(other, 'POST', '/_understudy/reset', MINE);
    await coverage(one);
    expect(await requests(other, '', MINE)).toEqual({ listPets: 1 });
    await requestPets(other, 'DELETE', '/_understudy/sandboxes/mine');
    await requestPets(one, 'GET', '/pets/1', MINE);
    await coverage(one);
    expect(await requests(other, '', MINE)).toEqual({ getPet: 1 });
  });

  test('is available in a replica that is started later, until it is cleared', async () => {
    const { place, one } = await two();
    await requestPets(one, 'GET', '/pets');
    await one.close();
    const later = await petsMockServer({ store: place });
    expect(await requests(later)).toEqual({ listPets: 1 });
    const fresh = await petsMockServer({ store: place, fresh: true });
    await fresh.listen();
    expect(await requests(later, '?sandboxes=all')).toEqual({});
  });

  test('continues with a changed document: statuses remain, and points of unchanged operations', async () => {
    const store = createSharedPlace();
    const served = (parameters: readonly string[]) => {
      const operation = (operationId: string, names: readonly string[]) => ({
        get: {
          operationId,
          parameters: names.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
          responses: jsonAnswers({ 200: { type: 'object' } }),
        },
      });
      const paths = { '/same': operation('same', ['a']), '/other': operation('other', parameters) };
      const handlers = { same: () => ({}), other: () => respond(418, {}) };
      return ownMockServer(documentOf(paths), handlers, {}, { store, outputCheck: 'report' });
    };
    const shown = async (mockServer: MockServer) =>
      (await coverage(mockServer)).apis[0].operations.map(
        ({ requests, statuses, undeclared, points }: ShownOperation) => {
          return { requests, statuses: [...statuses, ...(undeclared ?? [])], ...points.parameters };
        },
      );
    const before = await served(['b']);
    for (const path of ['/same?a=1', '/other?b=1']) await requestPets(before, 'GET', path);
    const counts = (came: number) => [{ status: '200', count: came }];
    const same = { requests: 1, statuses: counts(1), seen: ['query a'], missing: ['query without a'] };
    const other = { requests: 1, statuses: [...counts(0), { status: '418', count: 1 }] };
    expect(await shown(before)).toEqual([same, { ...other, seen: ['query b'], missing: ['query without b'] }]);
    await before.close();
    const after = await served(['c', 'b']);
    const missing = ['query c', 'query without c', 'query b', 'query without b'];
    expect(await shown(after)).toEqual([same, { ...other, seen: [], missing }]);
  });

  test('is counted once, also when the write is not acknowledged', async () => {
    const { place, one, other } = await two();
    place.counted.isCutOff = true;
    await requestPets(one, 'GET', '/pets');
    expect((await requestPets(one, 'GET', COVERAGE)).status).toBe(503);
    await requestPets(one, 'GET', '/pets');
    expect((await requestPets(one, 'GET', COVERAGE)).status).toBe(503);
    place.counted.isCutOff = false;
    for (const mockServer of [one, other]) expect(await requests(mockServer)).toEqual({ listPets: 2 });
  });

  test('that cannot be shared is rejected with 503, waits, and is available afterwards', async () => {
    const { place, one, other } = await two();
    place.counted.isAway = true;
    await requestPets(one, 'GET', '/pets');
    const { status, body, headers } = await requestPets(one, 'GET', COVERAGE);
    expect(status).toBe(503);
    expect(body.message).toBe('cannot read the coverage of other replicas: it is away');
    expect(headers.get('retry-after')).toBe('1');
    expect((await requestPets(one, 'DELETE', COVERAGE)).status).toBe(503);
    place.counted.isAway = false;
    expect(await requests(one)).toEqual({ listPets: 1 });
    expect(await requests(other)).toEqual({ listPets: 1 });
  });

  test('is sent to the others in the background, also after the storage was unavailable', async () => {
    const { place, one, other } = await two();
    place.counted.isAway = true;
    await requestPets(one, 'GET', '/pets');
    await expect.poll(() => place.counted.requested).toBeGreaterThan(0);
    place.counted.isAway = false;
    await expect.poll(() => requests(other)).toEqual({ listPets: 1 });
  });

  test('with local consistency is the count of the replica while the storage is unavailable', async () => {
    const { place, one, other } = await two({ consistency: 'local' });
    await requestPets(one, 'GET', '/pets');
    await requestPets(other, 'GET', '/pets');
    await coverage(other);
    await expect.poll(() => requests(one)).toEqual({ listPets: 2 });
    place.counted.isAway = true;
    await requestPets(one, 'GET', '/pets/1');
    expect(await requests(one)).toEqual({ listPets: 1, getPet: 1 });
    place.counted.isAway = false;
    expect(await requests(one)).toEqual({ listPets: 2, getPet: 1 });
  });

  test('lists a hundred unmatched requests in total over all replicas', async () => {
    const { place, one, other } = await two();
    // One replica has too many by itself, the other one only together with it.
    for (let at = 0; at < 180; at += 1) await requestPets(at < 120 ? one : other, 'GET', `/nowhere/${at}?q=\u00e9`);
    await coverage(one);
    const { unmatched, unmatchedBeyond } = await coverage(other);
    expect([unmatched.length, unmatchedBeyond]).toEqual([100, 80]);
    expect(Object.keys(place.counted.all.get('main')?.accounts.get('unmatched')?.counts ?? {})).toHaveLength(100);
  });

  test('is written in batches, not once per request', async () => {
    const { place, one } = await two();
    await Promise.all(Array.from({ length: 50 }, () => requestPets(one, 'GET', '/pets')));
    expect(await requests(one)).toEqual({ listPets: 50 });
    expect(place.counted.added).toBeLessThan(10);
    await Promise.all(Array.from({ length: 10 }, () => coverage(one)));
    expect(place.counted.readers).toBe(1);
    // One write, and one read of all.
    const { requested } = place.counted;
    await requestPets(one, 'GET', '/pets');
    await coverage(one);
    expect(place.counted.requested).toBe(requested + 2);
  });
});
