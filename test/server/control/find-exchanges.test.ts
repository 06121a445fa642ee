// Finding, awaiting, counting, exporting and clearing exchanges.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';

const FIND = '/_understudy/requests/find';

const find = async (mockServer: MockServer, search: object) =>
  (await requestPets(mockServer, 'POST', FIND, { body: search })).body;
const add = (mockServer: MockServer, name: string, kind = 'hen') =>
  requestPets(mockServer, 'POST', '/pets', { body: { name, kind } });

/** A mock server that has received five requests. */
async function requested(): Promise<MockServer> {
  const mockServer = await petsMockServer();
  await add(mockServer, 'Berta');
  await add(mockServer, 'Waldi', 'dog');
  await add(mockServer, 'Waldi', 'cow');
  await requestPets(mockServer, 'GET', '/pets/7');
  await requestPets(mockServer, 'DELETE', '/pets/1', { token: 'token-keeper' });
  return mockServer;
}

describe('finding exchanges', () => {
  test.each([
    ['all of them', {}, [1, 2, 3, 4, 5]],
    ['by their operation', { operation: 'addPet' }, [1, 2, 3]],
    ['by their method', { method: 'get' }, [4]],
    ['by their path', { path: '/pets/*' }, [4, 5]],
    ['by their status', { status: 201 }, [1, 2]],
    ['by a range of statuses', { status: '4XX' }, [3, 4]],
    ['by the source of the response', { source: 'rejected' }, [3, 4]],
    ['by the code of an error', { code: 'not_found' }, [4]],
    ['by the caller', { caller: 'Resi' }, [5]],
    ['by the request body', { body: { name: 'Waldi' } }, [2, 3]],
    ['by the response body', { response: { kind: 'hen' } }, [1]],
    ['by having findings', { findings: true }, [3]],
    ['by all of these together', { operation: 'addPet', body: { name: 'Waldi' }, status: 201 }, [2]],
  ])('%s', async (_, match, numbers) => {
    const { exchanges, count, satisfied } = await find(await requested(), { match });
    expect([exchanges.map(({ number }: { number: number }) => number), count, satisfied]).toEqual([
      numbers,
      numbers.length,
      true,
    ]);
  });

  test.each([
    ['operation=addPet', [1, 2, 3]],
    ['method=get', [4]],
    ['path=/pets/*', [4, 5]],
    ['status=201', [1, 2]],
    ['status=4XX', [3, 4]],
    ['source=rejected', [3, 4]],
    ['code=not_found', [4]],
    ['caller=Resi', [5]],
    ['findings=true', [3]],
    ['findings=false', [1, 2, 4, 5]],
    ['operation=addPet&status=201&limit=1', [2]],
    ['operation=addPet&after=1', [2, 3]],
    ['status=4XX&before=4', [3]],
    ['operation=removePet&limit=1', [5]],
  ])('the query %s filters the list', async (query, numbers) => {
    const { body } = await requestPets(await requested(), 'GET', `/_understudy/requests?${query}`);
    expect(body.exchanges.map(({ number }: { number: number }) => number)).toEqual(numbers);
  });

  test.each([
    'status=200.5',
    'status=6XX',
    'status=OK',
    'since=yesterday',
    'findings=perhaps',
    `path=${'/a'.repeat(600)}`,
  ])('the query %s is rejected', async (query) => {
    expect((await requestPets(await requested(), 'GET', `/_understudy/requests?${query}`)).status).toBe(400);
  });

  test('since compares with the clock of the sandbox', async () => {
    const mockServer = await petsMockServer();
    for (const time of ['2027-01-01T10:00:00Z', '2027-01-01T12:00:00Z']) {
      await requestPets(mockServer, 'POST', '/_understudy/clock', { body: { set: time, frozen: true } });
      await requestPets(mockServer, 'GET', '/pets');
    }
    for (const [since, count] of [
      ['2027-01-01T10:00:00Z', 2],
      ['2027-01-01T12:00:00+01:00', 1],
      ['2027-01-01T12:00:00.001Z', 0],
    ] as const) {
      expect((await find(mockServer, { match: { since } })).count).toBe(count);
      const listed = await requestPets(mockServer, 'GET', `/_understudy/requests?since=${encodeURIComponent(since)}`);
      expect(listed.body.exchanges).toHaveLength(count);
    }
    const { near } = await find(mockServer, { match: { since: '2027-01-01T11:00:00Z', method: 'POST' }, count: 1 });
    expect(near[1].differs).toContain('it was received at 2027-01-01T10:00:00.000Z, before 2027-01-01T11:00:00Z');
  });

  test('pages have no gaps if few of many exchanges match', async () => {
    const mockServer = await petsMockServer();
    for (let at = 1; at <= 12; at += 1) await requestPets(mockServer, 'GET', at % 3 === 0 ? '/pets/1' : '/pets');
    const read = async (from: string, way: 'after' | 'before') => {
      const numbers: number[] = [];
      for (let next: string | undefined = from; next !== undefined; ) {
        const { body } = await requestPets(mockServer, 'GET', `/_understudy/requests?operation=getPet&limit=1${next}`);
        numbers.push(...body.exchanges.map(({ number }: { number: number }) => number));
        next = body[way] === undefined ? undefined : `&${way}=${body[way]}`;
      }
      return numbers;
    };
    expect([await read('&after=0', 'after'), await read('', 'before')]).toEqual([
      [3, 6, 9, 12],
      [12, 9, 6, 3],
    ]);
  });

  test('after and limit restrict the result', async () => {
    const mockServer = await requested();
    expect(await find(mockServer, { after: 3 })).toMatchObject({ count: 2 });
    const { count, exchanges } = await find(mockServer, { limit: 2 });
    expect([count, exchanges.map(({ number }: { number: number }) => number)]).toEqual([5, [4, 5]]);
  });

  test('the nearest exchanges are returned with their differences if none matches', async () => {
    const { satisfied, near } = await find(await requested(), {
      match: { operation: 'addPet', status: 201, body: { name: 'Waldi', kind: 'cow' } },
    });
    expect(satisfied).toBe(false);
    expect(near.slice(0, 2)).toEqual([
      {
        number: 3,
        method: 'POST',
        target: '/pets',
        status: 400,
        operation: 'addPet',
        differs: ['the status is 400, not 201'],
      },
      {
        number: 2,
        method: 'POST',
        target: '/pets',
        status: 201,
        operation: 'addPet',
        differs: ['the request body does not contain {"name":"Waldi","kind":"cow"}'],
      },
    ]);
    expect(near).toHaveLength(5);
  });

  test.each([[{ match: { status: '6XX' } }], [{ match: { state: 1 } }], [{ timeout: 60_001 }], [{ count: -1 }]])(
    'the condition %j is rejected',
    async (search) => {
      expect((await requestPets(await petsMockServer(), 'POST', FIND, { body: search })).status).toBe(400);
    },
  );
});

describe('waiting for exchanges', () => {
  test('returns when they have been received', async () => {
    const mockServer = await petsMockServer();
    const waiting = find(mockServer, { match: { operation: 'addPet' }, count: 2, timeout: 60_000 });
    for (const name of ['A', 'B']) await add(mockServer, name);
    expect(await waiting).toMatchObject({ satisfied: true, count: 2, near: [] });
  });

  test('returns after the timeout', async () => {
    const mockServer = await requested();
    expect(await find(mockServer, { match: { operation: 'addPet' }, count: 4, timeout: 1 })).toMatchObject({
      satisfied: false,
      count: 3,
    });
  });

  test('ends when the server stops', async () => {
    const mockServer = await petsMockServer();
    const { url } = await mockServer.listen();
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ timeout: 60_000 }),
    };
    const waiting = fetch(url + FIND, init).then((response) => response.json());
    await find(mockServer, {});
    await mockServer.close();
    expect(await waiting.catch(() => 'gone')).toBeOneOf(['gone', expect.objectContaining({ satisfied: false })]);
  });

  test('counts exchanges of the sandbox only', async () => {
    const mockServer = await petsMockServer();
    const blue = { headers: { 'x-understudy-sandbox': 'blue' } };
    await requestPets(mockServer, 'GET', '/pets', blue);
    await requestPets(mockServer, 'GET', '/pets');
    const { body } = await requestPets(mockServer, 'POST', FIND, { body: {}, ...blue });
    expect(body.count).toBe(1);
  });
});

test('an exchange has its duration and its caller', async () => {
  const { exchanges } = await find(await requested(), { match: { operation: 'removePet' } });
  expect(exchanges).toMatchObject([{ caller: 'Resi', duration: expect.any(Number) }]);
});

test('exchanges can be cleared, and their numbers continue', async () => {
  const mockServer = await requested();
  expect((await requestPets(mockServer, 'DELETE', '/_understudy/requests')).status).toBe(204);
  expect(await find(mockServer, {})).toMatchObject({ count: 0, near: [] });
  await requestPets(mockServer, 'GET', '/pets');
  expect((await find(mockServer, {})).exchanges).toMatchObject([{ number: 6 }]);
});

test('exchanges are exported as an HTTP Archive', async () => {
  const { status, body } = await requestPets(await requested(), 'GET', '/_understudy/requests/har');
  expect(status).toBe(200);
  expect(body.log).toMatchObject({ version: '1.2', creator: { name: 'Understudy' } });
  const [first, , rejected] = body.log.entries;
  expect(first).toMatchObject({
    startedDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
    time: expect.any(Number),
    request: {
      method: 'POST',
      url: 'http://localhost/pets',
      headers: expect.arrayContaining([{ name: 'content-type', value: 'application/json' }]),
      postData: { mimeType: 'application/json', text: '{"name":"Berta","kind":"hen"}' },
      bodySize: 29,
    },
    response: {
      status: 201,
      headers: expect.arrayContaining([{ name: 'content-type', value: 'application/json' }]),
      content: { mimeType: 'application/json', text: expect.stringContaining('Berta') },
    },
    timings: { send: 0, receive: 0 },
  });
  expect(rejected.comment).toContain('request 3; addPet; body /kind must be one of cat, dog, hen');
});
