// Events of a sandbox, sent to the clients that follow it.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';
import { clientOf, followed, following, numbersOf } from './followed.ts';

const add = (mockServer: MockServer, name: string, kind = 'hen') =>
  requestPets(mockServer, 'POST', '/pets', { body: { name, kind } });

describe('a client of the events of a sandbox gets', () => {
  test('the current position first', async () => {
    const mockServer = await petsMockServer();
    await add(mockServer, 'Berta');
    const { start } = await followed(clientOf(mockServer));
    expect(start).toMatchObject({ event: 'start', data: { sandbox: 'main', newest: 1, resumed: false } });
  });

  test('each exchange, in short form, and its changes', async () => {
    const { mockServer, reported } = await following();
    await requestPets(mockServer, 'DELETE', '/pets/1?token=hush', { token: 'token-keeper' });
    const [change, [event, data]] = (await reported(2)) as unknown as [unknown, readonly [string, object]];
    expect(change).toEqual([
      'change',
      { api: 'pets', number: 1, at: expect.any(String), operation: 'removePet', caller: 'Resi' },
    ]);
    expect([event, data]).toEqual([
      'exchange',
      {
        number: 1,
        at: expect.any(String),
        operation: 'removePet',
        api: 'pets',
        method: 'DELETE',
        target: '/pets/1?token=[redacted]',
        status: expect.any(Number),
        duration: expect.any(Number),
        caller: 'Resi',
        source: expect.any(String),
        findings: expect.any(Number),
        warnings: 1,
      },
    ]);
  });

  test('the number of findings of an exchange, and no bodies', async () => {
    const { mockServer, reported } = await following();
    await add(mockServer, 'Wanda', 'fish');
    const [[, data]] = (await reported(1)) as unknown as [readonly [string, { findings: number }]];
    expect(data.findings).toBe(1);
    expect(JSON.stringify(data)).not.toContain('Wanda');
  });

  test('fault plans when they are created, met and removed, and which one an exchange met', async () => {
    const { mockServer, client, reported } = await following();
    const plan = await client.fault({ steps: [{ code: 'unavailable' }] });
    const counted = { id: plan.id, paused: false, over: false };
    expect(await reported(1)).toEqual([['fault', { ...counted, matched: 0, met: 0 }]]);
    await requestPets(mockServer, 'GET', '/pets');
    expect(await reported(2)).toMatchObject([
      ['fault', { ...counted, matched: 1, met: 1 }],
      ['exchange', { fault: plan.id, status: 503 }],
    ]);
    await plan.remove();
    expect(await reported(1)).toEqual([['lifted', { ids: [plan.id] }]]);
  });

  test('changes of the clock and the seed', async () => {
    const { client, reported } = await following();
    await client.clock.freeze('2030-01-01T00:00:00Z');
    expect(await reported(1)).toMatchObject([['clock', { now: '2030-01-01T00:00:00.000Z', frozen: true }]]);
    await client.seed('spring');
    expect(await reported(1)).toEqual([['seed', { seed: 'spring' }]]);
  });

  test('snapshots that are created, replaced and removed', async () => {
    const { client, reported } = await following();
    await client.snapshot('begun');
    expect(await reported(1)).toEqual([['snapshots', { snapshots: ['begun'] }]]);
    await client.snapshot('begun');
    expect(await reported(1)).toEqual([['snapshots', { snapshots: ['begun'] }]]);
    await client.control('removeSnapshot', { name: 'begun' });
    expect(await reported(1)).toEqual([['snapshots', { snapshots: [] }]]);
  });

  test('undone changes', async () => {
    const { mockServer, client, reported } = await following();
    await add(mockServer, 'Berta');
    await add(mockServer, 'Resi');
    await reported(4);
    await client.undo();
    expect(await reported(1)).toEqual([['undone', { api: 'pets', to: 1 }]]);
  });

  test('the clearing of the request log', async () => {
    const { mockServer, client, reported } = await following();
    await requestPets(mockServer, 'GET', '/pets');
    await reported(1);
    await client.clearRequests();
    expect(await reported(1)).toEqual([['cleared', { to: 1 }]]);
  });

  test('sandboxes that are created and removed', async () => {
    const { client, reported } = await following();
    const sandbox = await client.createSandbox('blue');
    expect(await reported(1)).toEqual([['made', { sandbox: 'blue' }]]);
    await sandbox.close();
    expect(await reported(1)).toEqual([['removed', { sandbox: 'blue' }]]);
  });

  test('nothing of other sandboxes', async () => {
    const { mockServer, client, reported } = await following();
    await requestPets(mockServer, 'GET', '/pets', { headers: { 'x-understudy-sandbox': 'blue' } });
    await client.clock.freeze();
    expect((await reported(2)).map(([event]) => event)).toEqual(['clock', 'made']);
  });
});

describe('the event stream of a sandbox ends', () => {
  test('after the event removed when the sandbox is removed', async () => {
    const { sandbox, rest } = await following({}, 'blue');
    await sandbox.close();
    expect(await rest()).toEqual(['removed']);
  });

  test('when the server stops', async () => {
    const { mockServer, rest } = await following();
    await mockServer.close();
    expect(await rest()).toEqual([]);
  });

  test('after its timeout', async () => {
    const response = await requestPets(await petsMockServer(), 'GET', '/_understudy/events?timeout=0');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.body).toMatch(
      /^event: start\nid: \w{12}-0\ndata: \{"sandbox":"main","newest":0,"resumed":false\}\n\n$/,
    );
    const mockServer = await petsMockServer();
    expect((await requestPets(mockServer, 'GET', '/_understudy/events?timeout=1')).status).toBe(200);
  });
});

describe('a client that reconnects', () => {
  test('gets the exchanges since', async () => {
    const { mockServer, sandbox, next, leave } = await following();
    await requestPets(mockServer, 'GET', '/pets');
    const { id } = await next();
    await leave();
    await requestPets(mockServer, 'GET', '/pets/7');
    await requestPets(mockServer, 'GET', '/pets/8');
    const again = await followed(sandbox, id);
    expect(again.start).toMatchObject({ data: { newest: 3, resumed: true } });
    expect(await again.reported(2)).toMatchObject([
      ['exchange', { number: 2, target: '/pets/7' }],
      ['exchange', { number: 3, target: '/pets/8' }],
    ]);
    await requestPets(mockServer, 'GET', '/pets/9');
    expect(await again.reported(1)).toMatchObject([['exchange', { number: 4 }]]);
  });

  test('gets no missed event for a cleared request log', async () => {
    const { mockServer, client, sandbox, next, leave } = await following();
    await requestPets(mockServer, 'GET', '/pets');
    const { id } = await next();
    await leave();
    await requestPets(mockServer, 'GET', '/pets');
    await client.clearRequests();
    await requestPets(mockServer, 'GET', '/pets');
    expect(numbersOf(await (await followed(sandbox, id)).reported(1))).toEqual([3]);
  });

  test('gets all stored exchanges for an unknown event id', async () => {
    const mockServer = await petsMockServer();
    for (let count = 0; count < 1002; count += 1) await requestPets(mockServer, 'GET', '/pets/7');
    for (const id of ['0123456789ab-5', '-', '0', '5']) {
      const { start, reported } = await followed(clientOf(mockServer), id);
      expect(start, id).toMatchObject({ data: { resumed: false, newest: 1002 } });
      expect(numbersOf(await reported(1000)), id).toEqual(Array.from({ length: 1000 }, (_, index) => index + 3));
    }
  });
});

describe('many concurrent exchanges', () => {
  test('are sent as far as they are stored when they exceed the limit', async () => {
    const { mockServer, reported } = await following({ requestLogLimit: 20_000 });
    await Promise.all(Array.from({ length: 400 }, () => requestPets(mockServer, 'GET', '/pets')));
    const [[event, data], ...exchanges] = (await reported(10)) as unknown as [
      readonly [string, { exchanges: number }],
      ...(readonly [string, unknown])[],
    ];
    expect(event).toBe('missed');
    expect(numbersOf(exchanges)[0]).toBe(data.exchanges + 1);
  });
});

test('a request for events with a foreign host is rejected', async () => {
  const mockServer = await petsMockServer();
  const { status, body } = await requestPets(mockServer, 'GET', '/_understudy/events', {
    headers: { host: 'evil.example' },
  });
  expect([status, body.code]).toEqual([403, 7]);
});
