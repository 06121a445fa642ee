// Memory use of clients that follow a sandbox but read nothing. Runs in its own process.

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { understudy } from '../../../src/client/client.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';

const MB = 1_000_000;

/** Memory in use, in bytes. Several collections, because objects found by one may be freed later. */
async function held(): Promise<number> {
  setFlagsFromString('--expose-gc');
  for (let times = 0; times < 4; times += 1) {
    runInNewContext('gc')();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('clients that read nothing have a fixed memory cost for any number of events, and delay no others', async () => {
  const mockServer = await petsMockServer();
  const client = understudy('http://localhost', { fetch: (request) => mockServer.fetch(request) });
  /** They have read the start event, and nothing since. */
  const idle = Array.from({ length: 50 }, () => client.events());
  for (const one of idle) await one.next();
  const events = client.events();
  await events.next();
  const target = `/pets/${'x'.repeat(490)}`;
  /** Sends requests, and reads all their events. */
  const follow = async (count: number) => {
    for (let done = 0; done < count; done += 500) {
      await Promise.all(Array.from({ length: 500 }, () => requestPets(mockServer, 'GET', target)));
      for (let reported = 0; reported < 500; reported += 1) expect((await events.next()).value?.event).toBe('exchange');
    }
  };
  await follow(4000);
  await held();
  await follow(1000);
  const before = await held();
  await follow(30_000);
  // The unread events of one client are 21 MB; measurements vary by some MB.
  expect((await held()) - before).toBeLessThan(12 * MB);
  for (const one of [events, ...idle]) await one.return();
});
