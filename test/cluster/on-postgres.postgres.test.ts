// Shared state of replicas on PostgreSQL besides records: every change is visible at the other replica.

import { expect, test } from 'vitest';
import type { MockServer } from '../../src/index.ts';
import { askPets, petsStandIn } from '../support/pets/stand-in.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../support/postgres.ts';

const MINE = { headers: { 'x-understudy-sandbox': 'mine' } };

describeWithPostgres('replicas on one PostgreSQL', () => {
  const postgres = sharedPostgres();

  async function two() {
    const store = await postgres().database();
    const replica = () => petsStandIn({ store });
    return { store, one: await replica(), other: await replica() };
  }

  const add = (standIn: MockServer, name: string, asked = {}) =>
    askPets(standIn, 'POST', '/pets', { body: { name, kind: 'hen' }, ...asked });
  const names = async (standIn: MockServer, asked = {}): Promise<string[]> =>
    (await askPets(standIn, 'GET', '/pets', asked)).body.map(({ name }: { name: string }) => name);

  test('share sandboxes, until one of them removes one', async () => {
    const { store, one, other } = await two();
    await add(one, 'Mia', MINE);
    await add(other, 'Rex', MINE);
    expect(await names(one, MINE)).toEqual([...(await names(one)), 'Mia', 'Rex']);
    await askPets(one, 'POST', '/_understudy/snapshots', { body: { name: 'both' }, ...MINE });
    const kept = () => inDatabase(store, "select name from understudy.stream where name like 'mine%' order by id");
    expect(await kept()).toEqual([{ name: 'mine/pets' }, { name: expect.stringMatching(/^mine@both@.+\/pets$/) }]);
    expect((await askPets(other, 'DELETE', '/_understudy/sandboxes/mine')).status).toBe(204);
    expect(await kept()).toEqual([]);
    expect(await names(one, MINE)).toEqual(await names(one));
    await add(one, 'Tom', MINE);
    expect(await names(other, MINE)).toContain('Tom');
  });

  test('restore snapshots of each other, and share the clock', async () => {
    const { one, other } = await two();
    await add(one, 'Mia');
    await askPets(one, 'POST', '/_understudy/snapshots', { body: { name: 'before' } });
    await add(other, 'Rex');
    await askPets(other, 'POST', '/_understudy/clock', { body: { set: '2030-01-01T00:00:00Z', frozen: true } });
    expect((await askPets(one, 'GET', '/_understudy/clock')).body).toMatchObject({ frozen: true });
    expect((await askPets(other, 'POST', '/_understudy/snapshots/before/restore')).status).toBe(200);
    expect(await names(one)).toContain('Mia');
    expect(await names(one)).not.toContain('Rex');
  });

  test('share the request log, and clear it together', async () => {
    const { one, other } = await two();
    const told = async (standIn: MockServer): Promise<string[]> =>
      (await askPets(standIn, 'GET', '/_understudy/requests')).body.exchanges.map(
        ({ number, target }: { number: number; target: string }) => `${number} ${target}`,
      );
    await askPets(one, 'GET', '/pets?limit=1');
    await told(one);
    await askPets(other, 'GET', '/pets?limit=2');
    expect(await told(other)).toEqual(['1 /pets?limit=1', '2 /pets?limit=2']);
    expect(await told(one)).toEqual(['1 /pets?limit=1', '2 /pets?limit=2']);
    await askPets(one, 'GET', '/pets?limit=3');
    const body = { match: { path: '/pets' }, after: 2, timeout: 60_000 };
    expect((await askPets(other, 'POST', '/_understudy/requests/find', { body })).body).toMatchObject({ count: 1 });
    await askPets(one, 'DELETE', '/_understudy/requests');
    expect(await told(other)).toEqual([]);
  });

  test('share coverage, including removed sandboxes, and clear it together', async () => {
    const { store, one, other } = await two();
    const told = async (standIn: MockServer, query = '', asked = {}): Promise<readonly string[]> => {
      const { body } = await askPets(standIn, 'GET', `/_understudy/coverage${query}`, asked);
      const operations: { operation: string; requests: number }[] = body.apis[0].operations;
      return operations.flatMap(({ operation, requests }) => (requests > 0 ? [`${requests} ${operation}`] : []));
    };
    await askPets(one, 'GET', '/pets');
    await askPets(other, 'GET', '/pets?limit=1');
    await askPets(other, 'GET', '/pets/1', MINE);
    await told(one);
    expect(await told(other)).toEqual(['2 listPets']);
    expect(await told(one, '', MINE)).toEqual(['1 getPet']);
    await askPets(one, 'DELETE', '/_understudy/sandboxes/mine');
    expect(await told(other, '?sandboxes=all')).toEqual(['2 listPets', '1 getPet']);
    const kept = () =>
      inDatabase(store, 'select ledger, name, total::int as total from understudy.account order by name');
    await expect.poll(kept).toEqual([
      { ledger: '', name: '["pets","getPet"]', total: 1 },
      { ledger: 'main', name: '["pets","listPets"]', total: 2 },
    ]);
    await askPets(other, 'GET', '/pets?limit=2');
    await askPets(one, 'DELETE', '/_understudy/coverage?sandboxes=all');
    await askPets(other, 'GET', '/pets/1');
    for (const standIn of [other, one]) expect(await told(standIn, '?sandboxes=all')).toEqual(['1 getPet']);
  });
});
