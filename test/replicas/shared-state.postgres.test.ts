// Several mock servers on one PostgreSQL share one state, and return errors while it is unavailable.

import { expect, test } from 'vitest';
import type { MockServer } from '../../src/index.ts';
import { identityMockServer, send } from '../support/mock-server.ts';
import { describeWithPostgres, inDatabase, ownPostgres, sharedPostgres } from '../support/postgres.ts';

/** Applications of the fixture, each with its project. */
const APPS = ['263861622399830884/apps/264062497181404004', '253727421948252873/apps/254050008888791753'] as const;

describeWithPostgres('mock servers on one PostgreSQL', () => {
  const postgres = sharedPostgres();
  const rename = (mockServer: MockServer, app: string, name: string) =>
    send(mockServer, 'PUT', `/management/v1/projects/${app}`, { body: { name } });
  const steer = (mockServer: MockServer, path: string) =>
    send(mockServer, 'POST', path, { token: undefined, body: {} });
  const names = async (mockServer: MockServer): Promise<string[]> => {
    const { body } = await send(mockServer, 'GET', '/_understudy/records/apps', { token: undefined });
    return body.records.map(({ record }: { record: { name: string } }) => record.name);
  };

  test('show what any of them has acknowledged, store it, and alternate', async () => {
    const store = await postgres().database();
    const [one, other] = [await identityMockServer({ store }), await identityMockServer({ store })];
    expect(await rename(one, APPS[0], 'From one')).toMatchObject({ status: 200 });
    expect(await names(other)).toContain('From one');
    const turns = [one, other, one, other].map((mockServer, index) =>
      rename(mockServer, APPS[index % 2] ?? '', `Turn ${index}`),
    );
    expect((await Promise.all(turns)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const now = await names(one);
    expect(now.filter((name) => name.startsWith('Turn'))).toHaveLength(2);
    expect(await names(other)).toEqual(now);
    const third = await identityMockServer({ store });
    expect(await names(third)).toEqual(now);
    expect(
      await inDatabase(
        store,
        "select value ->> 'name' as name from understudy.records where stream = 'main/identity' and collection = 'apps' order by place",
      ),
    ).toEqual(now.map((name) => ({ name })));
  });

  test('reject one of two concurrent requests with the same name', async () => {
    const store = await postgres().database();
    const [one, other] = [await identityMockServer({ store }), await identityMockServer({ store })];
    const [app = ''] = APPS;
    const statuses: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const both = await Promise.all([rename(one, app, `Round ${round}`), rename(other, app, `Round ${round}`)]);
      statuses.push(...both.map(({ status }) => status));
    }
    // The second one finds that it has the name already.
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  });

  test('undo changes of each other', async () => {
    const store = await postgres().database();
    const [one, other] = [await identityMockServer({ store }), await identityMockServer({ store })];
    const before = await names(one);
    expect((await rename(one, APPS[0], 'Mistake')).status).toBe(200);
    expect((await steer(other, '/_understudy/undo')).status).toBe(200);
    expect(await names(one)).toEqual(before);
    expect((await rename(one, APPS[0], 'Again')).status).toBe(200);
    expect(await names(other)).toContain('Again');
    await steer(other, '/_understudy/reset');
    expect(await names(one)).toEqual(before);
  });

  test('return 503 while it is unavailable, except for local consistency, and recover when it is back', async () => {
    const postgres = await ownPostgres();
    const store = await postgres.database();
    const [strong, local] = [
      await identityMockServer({ store }),
      await identityMockServer({ store, consistency: 'local' }),
    ];
    const before = await names(local);
    await postgres.crash();
    const read = await send(strong, 'POST', '/management/v1/projects/_search', { body: {} });
    expect(read).toMatchObject({ status: 503, body: { code: 14 } });
    expect(read.headers.get('retry-after')).toBe('1');
    expect(JSON.stringify(read.body)).not.toContain('/tmp');
    expect(await send(local, 'POST', '/management/v1/projects/_search', { body: {} })).toMatchObject({ status: 200 });
    expect(await names(local)).toEqual(before);
    const change = await rename(local, APPS[0], 'Lost');
    expect(change).toMatchObject({ status: 503, body: { code: 14 } });
    expect(change.headers.get('retry-after')).toBe('1');
    for (const path of ['/_understudy/ready', '/debug/ready'])
      expect(await send(strong, 'GET', path, { token: undefined })).toMatchObject({ status: 503 });
    for (const path of ['/healthz', '/debug/healthz'])
      expect(await send(strong, 'GET', path, { token: undefined })).toMatchObject({ status: 200 });
    await postgres.start();
    await expect.poll(async () => (await rename(local, APPS[0], 'Back')).status).toBe(200);
    await expect.poll(async () => (await rename(strong, APPS[1], 'Back too')).status).toBe(200);
    expect(await names(strong)).toEqual(expect.arrayContaining(['Back', 'Back too']));
    expect(await names(strong)).not.toContain('Lost');
  });
});
