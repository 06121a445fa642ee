// Shared state of replicas on PostgreSQL besides records: every change is visible at the other replica.

import { expect, test } from 'vitest';
import type { MockServer } from '../../src/index.ts';
import { petsMockServer, requestPets } from '../support/pets/mock-server.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../support/postgres.ts';

const MINE = { headers: { 'x-understudy-sandbox': 'mine' } };

describeWithPostgres('replicas on one PostgreSQL', () => {
  const postgres = sharedPostgres();

  async function two() {
    const store = await postgres().database();
    const replica = () => petsMockServer({ store });
    return { store, one: await replica(), other: await replica() };
  }

  const add = (mockServer: MockServer, name: string, requested = {}) =>
    requestPets(mockServer, 'POST', '/pets', { body: { name, kind: 'hen' }, ...requested });
  const names = async (mockServer: MockServer, requested = {}): Promise<string[]> =>
    (await requestPets(mockServer, 'GET', '/pets', requested)).body.map(({ name }: { name: string }) => name);

  test('share sandboxes, until one of them removes one', async () => {
    const { store, one, other } = await two();
    await add(one, 'Mia', MINE);
    await add(other, 'Rex', MINE);
    expect(await names(one, MINE)).toEqual([...(await names(one)), 'Mia', 'Rex']);
    await requestPets(one, 'POST', '/_understudy/snapshots', { body: { name: 'both' }, ...MINE });
    const stored = () => inDatabase(store, "select name from understudy.stream where name like 'mine%' order by id");
    expect(await stored()).toEqual([{ name: 'mine/pets' }, { name: expect.stringMatching(/^mine@both@.+\/pets$/) }]);
    expect((await requestPets(other, 'DELETE', '/_understudy/sandboxes/mine')).status).toBe(204);
    expect(await stored()).toEqual([]);
    expect(await names(one, MINE)).toEqual(await names(one));
    await add(one, 'Tom', MINE);
    expect(await names(other, MINE)).toContain('Tom');
  });

  test('restore snapshots of each other, and share the clock', async () => {
    const { one, other } = await two();
    await add(one, 'Mia');
    await requestPets(one, 'POST', '/_understudy/snapshots', { body: { name: 'before' } });
    await add(other, 'Rex');
    await requestPets(other, 'POST', '/_understudy/clock', { body: { set: '2030-01-01T00:00:00Z', frozen: true } });
    expect((await requestPets(one, 'GET', '/_understudy/clock')).body).toMatchObject({ frozen: true });
    expect((await requestPets(other, 'POST', '/_understudy/snapshots/before/restore')).status).toBe(200);
    expect(await names(one)).toContain('Mia');
    expect(await names(one)).not.toContain('Rex');
  });

  test('share the request log, and clear it together', async () => {
    const { one, other } = await two();
    const reported = async (mockServer: MockServer): Promise<string[]> =>
      (await requestPets(mockServer, 'GET', '/_understudy/requests')).body.exchanges.map(
        ({ number, target }: { number: number; target: string }) => `${number} ${target}`,
      );
    await requestPets(one, 'GET', '/pets?limit=1');
    await reported(one);
    await requestPets(other, 'GET', '/pets?limit=2');
    expect(await reported(other)).toEqual(['1 /pets?limit=1', '2 /pets?limit=2']);
    expect(await reported(one)).toEqual(['1 /pets?limit=1', '2 /pets?limit=2']);
    await requestPets(one, 'GET', '/pets?limit=3');
    const body = { match: { path: '/pets' }, after: 2, timeout: 60_000 };
    expect((await requestPets(other, 'POST', '/_understudy/requests/find', { body })).body).toMatchObject({ count: 1 });
    await requestPets(one, 'DELETE', '/_understudy/requests');
    expect(await reported(other)).toEqual([]);
  });

  test('share coverage, including removed sandboxes, and clear it together', async () => {
    const { store, one, other } = await two();
    const reported = async (mockServer: MockServer, query = '', requested = {}): Promise<readonly string[]> => {
      const { body } = await requestPets(mockServer, 'GET', `/_understudy/coverage${query}`, requested);
      const operations: { operation: string; requests: number }[] = body.apis[0].operations;
      return operations.flatMap(({ operation, requests }) => (requests > 0 ? [`${requests} ${operation}`] : []));
    };
    await requestPets(one, 'GET', '/pets');
    await requestPets(other, 'GET', '/pets?limit=1');
    await requestPets(other, 'GET', '/pets/1', MINE);
    await reported(one);
    expect(await reported(other)).toEqual(['2 listPets']);
    expect(await reported(one, '', MINE)).toEqual(['1 getPet']);
    await requestPets(one, 'DELETE', '/_understudy/sandboxes/mine');
    expect(await reported(other, '?sandboxes=all')).toEqual(['2 listPets', '1 getPet']);
    const stored = () =>
      inDatabase(store, 'select ledger, name, total::int as total from understudy.account order by name');
    await expect.poll(stored).toEqual([
      { ledger: '', name: '["pets","getPet"]', total: 1 },
      { ledger: 'main', name: '["pets","listPets"]', total: 2 },
    ]);
    await requestPets(other, 'GET', '/pets?limit=2');
    await requestPets(one, 'DELETE', '/_understudy/coverage?sandboxes=all');
    await requestPets(other, 'GET', '/pets/1');
    for (const mockServer of [other, one]) expect(await reported(mockServer, '?sandboxes=all')).toEqual(['1 getPet']);
  });
});
