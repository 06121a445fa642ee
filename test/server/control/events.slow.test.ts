// Event streams with slow clients, and with very many.

import { describe, expect, test } from 'vitest';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';
import { clientOf, followed, following, numbersOf } from './followed.ts';

describe('a client that reconnects', () => {
  test('gets the exchanges that are still stored, and the number of those that are not', async () => {
    const { mockServer, sandbox, next, leave } = await following();
    await requestPets(mockServer, 'GET', '/pets');
    const { id } = await next();
    await leave();
    for (let count = 0; count < 1100; count += 1) await requestPets(mockServer, 'GET', '/pets/7');
    const again = await followed(sandbox, id);
    const reported = numbersOf(await again.reported(1001));
    expect([reported[0], reported[1], reported.at(-1)]).toEqual(['missed', 102, 1101]);
  });
});

describe('many concurrent exchanges', () => {
  test('are all sent, in order, to all clients', async () => {
    const { mockServer, client, reported } = await following();
    const others = await Promise.all(Array.from({ length: 20 }, () => followed(client)));
    for (let round = 0; round < 4; round += 1)
      await Promise.all(Array.from({ length: 200 }, () => requestPets(mockServer, 'GET', '/pets')));
    const all = Array.from({ length: 800 }, (_, index) => index + 1);
    for (const one of [reported, ...others.map((other) => other.reported)])
      expect(numbersOf(await one(800))).toEqual(all);
  });
});

test('a slow client gets the number of missed events, and then the rest', async () => {
  const { mockServer, reported, client } = await following();
  const quick = await followed(client);
  const target = `/pets/${'x'.repeat(480)}`;
  for (let done = 0; done < 2400; done += 200) {
    await Promise.all(Array.from({ length: 200 }, () => requestPets(mockServer, 'GET', target)));
    await quick.reported(200);
  }
  const numbers = numbersOf(await reported(1000));
  const at = numbers.indexOf('missed');
  expect(at).toBeGreaterThanOrEqual(0);
  expect(numbers.slice(at + 1)).toEqual(Array.from({ length: 999 - at }, (_, index) => 1401 + index));
});

test('at most a thousand clients can read events at the same time', async () => {
  const mockServer = await petsMockServer();
  const client = clientOf(mockServer);
  const all = await Promise.all(Array.from({ length: 1000 }, () => followed(client)));
  await expect(followed(client)).rejects.toThrow('1000 clients already read events, the maximum; try again later');
  await all[0]?.leave();
  expect((await followed(client)).start).toMatchObject({ event: 'start' });
});
