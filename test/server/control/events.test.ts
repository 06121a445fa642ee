// What happens in a sandbox, as it is told to those who follow it.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { askPets, petsStandIn } from '../../support/pets/stand-in.ts';
import { clientOf, followed, following, numbersOf } from './followed.ts';

const add = (standIn: MockServer, name: string, kind = 'hen') =>
  askPets(standIn, 'POST', '/pets', { body: { name, kind } });

describe('who follows a sandbox is told', () => {
  test('where it begins', async () => {
    const standIn = await petsStandIn();
    await add(standIn, 'Berta');
    const { start } = await followed(clientOf(standIn));
    expect(start).toMatchObject({ event: 'start', data: { sandbox: 'main', newest: 1, resumed: false } });
  });

  test('each exchange, in brief, and what it has changed', async () => {
    const { standIn, told } = await following();
    await askPets(standIn, 'DELETE', '/pets/1?token=hush', { token: 'token-keeper' });
    const [change, [event, data]] = (await told(2)) as unknown as [unknown, readonly [string, object]];
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
        warnings: 0,
      },
    ]);
  });

  test('how many findings an exchange has, and nothing of its bodies', async () => {
    const { standIn, told } = await following();
    await add(standIn, 'Wanda', 'fish');
    const [[, data]] = (await told(1)) as unknown as [readonly [string, { findings: number }]];
    expect(data.findings).toBe(1);
    expect(JSON.stringify(data)).not.toContain('Wanda');
  });

  test('of fault plans when they are made, met and lifted, and which one an exchange met', async () => {
    const { standIn, client, told } = await following();
    const plan = await client.fault({ steps: [{ code: 'unavailable' }] });
    const counted = { id: plan.id, paused: false, over: false };
    expect(await told(1)).toEqual([['fault', { ...counted, matched: 0, met: 0 }]]);
    await askPets(standIn, 'GET', '/pets');
    expect(await told(2)).toMatchObject([
      ['fault', { ...counted, matched: 1, met: 1 }],
      ['exchange', { fault: plan.id, status: 503 }],
    ]);
    await plan.remove();
    expect(await told(1)).toEqual([['lifted', { ids: [plan.id] }]]);
  });

  test('of the clock, and of the seed', async () => {
    const { client, told } = await following();
    await client.clock.freeze('2030-01-01T00:00:00Z');
    expect(await told(1)).toMatchObject([['clock', { now: '2030-01-01T00:00:00.000Z', frozen: true }]]);
    await client.seed('spring');
    expect(await told(1)).toEqual([['seed', { seed: 'spring' }]]);
  });

  test('of snapshots that are taken, taken again, and forgotten', async () => {
    const { client, told } = await following();
    await client.snapshot('begun');
    expect(await told(1)).toEqual([['snapshots', { snapshots: ['begun'] }]]);
    await client.snapshot('begun');
    expect(await told(1)).toEqual([['snapshots', { snapshots: ['begun'] }]]);
    await client.control('removeSnapshot', { name: 'begun' });
    expect(await told(1)).toEqual([['snapshots', { snapshots: [] }]]);
  });

  test('of changes that were taken back', async () => {
    const { standIn, client, told } = await following();
    await add(standIn, 'Berta');
    await add(standIn, 'Resi');
    await told(4);
    await client.undo();
    expect(await told(1)).toEqual([['undone', { api: 'pets', to: 1 }]]);
  });

  test('of exchanges that were forgotten on purpose', async () => {
    const { standIn, client, told } = await following();
    await askPets(standIn, 'GET', '/pets');
    await told(1);
    await client.clearRequests();
    expect(await told(1)).toEqual([['cleared', { to: 1 }]]);
  });

  test('of sandboxes that come and go', async () => {
    const { client, told } = await following();
    const sandbox = await client.createSandbox('blue');
    expect(await told(1)).toEqual([['made', { sandbox: 'blue' }]]);
    await sandbox.close();
    expect(await told(1)).toEqual([['removed', { sandbox: 'blue' }]]);
  });

  test('nothing of what happens in another sandbox', async () => {
    const { standIn, client, told } = await following();
    await askPets(standIn, 'GET', '/pets', { headers: { 'x-understudy-sandbox': 'blue' } });
    await client.clock.freeze();
    expect((await told(2)).map(([event]) => event)).toEqual(['clock', 'made']);
  });
});

describe('the events of a sandbox end', () => {
  test('with it, after that was told', async () => {
    const { sandbox, rest } = await following({}, 'blue');
    await sandbox.close();
    expect(await rest()).toEqual(['removed']);
  });

  test('with the stand-in', async () => {
    const { standIn, rest } = await following();
    await standIn.close();
    expect(await rest()).toEqual([]);
  });

  test('at the time that was said', async () => {
    const answer = await askPets(await petsStandIn(), 'GET', '/_understudy/events?timeout=0');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.body).toMatch(
      /^event: start\nid: \w{12}-0\ndata: \{"sandbox":"main","newest":0,"resumed":false\}\n\n$/,
    );
    const standIn = await petsStandIn();
    expect((await askPets(standIn, 'GET', '/_understudy/events?timeout=1')).status).toBe(200);
  });
});

describe('who was cut off', () => {
  test('is told the exchanges since', async () => {
    const { standIn, sandbox, next, leave } = await following();
    await askPets(standIn, 'GET', '/pets');
    const { id } = await next();
    await leave();
    await askPets(standIn, 'GET', '/pets/7');
    await askPets(standIn, 'GET', '/pets/8');
    const again = await followed(sandbox, id);
    expect(again.start).toMatchObject({ data: { newest: 3, resumed: true } });
    expect(await again.told(2)).toMatchObject([
      ['exchange', { number: 2, target: '/pets/7' }],
      ['exchange', { number: 3, target: '/pets/8' }],
    ]);
    await askPets(standIn, 'GET', '/pets/9');
    expect(await again.told(1)).toMatchObject([['exchange', { number: 4 }]]);
  });

  test('misses nothing that was forgotten on purpose', async () => {
    const { standIn, client, sandbox, next, leave } = await following();
    await askPets(standIn, 'GET', '/pets');
    const { id } = await next();
    await leave();
    await askPets(standIn, 'GET', '/pets');
    await client.clearRequests();
    await askPets(standIn, 'GET', '/pets');
    expect(numbersOf(await (await followed(sandbox, id)).told(1))).toEqual([3]);
  });

  test('is told all that is kept where there is no such id in the sandbox', async () => {
    const standIn = await petsStandIn();
    for (let count = 0; count < 1002; count += 1) await askPets(standIn, 'GET', '/pets/7');
    for (const id of ['0123456789ab-5', '-', '0', '5']) {
      const { start, told } = await followed(clientOf(standIn), id);
      expect(start, id).toMatchObject({ data: { resumed: false, newest: 1002 } });
      expect(numbersOf(await told(1000)), id).toEqual(Array.from({ length: 1000 }, (_, index) => index + 3));
    }
  });
});

describe('many exchanges at once', () => {
  test('are told as far as they are kept when more come than anybody can look at', async () => {
    const { standIn, told } = await following({ requestLogLimit: 20_000 });
    await Promise.all(Array.from({ length: 400 }, () => askPets(standIn, 'GET', '/pets')));
    const [[event, data], ...exchanges] = (await told(10)) as unknown as [
      readonly [string, { exchanges: number }],
      ...(readonly [string, unknown])[],
    ];
    expect(event).toBe('missed');
    expect(numbersOf(exchanges)[0]).toBe(data.exchanges + 1);
  });
});

test('a request is refused as elsewhere', async () => {
  const standIn = await petsStandIn();
  const { status, body } = await askPets(standIn, 'GET', '/_understudy/events', { headers: { host: 'evil.example' } });
  expect([status, body.code]).toEqual([403, 7]);
});
