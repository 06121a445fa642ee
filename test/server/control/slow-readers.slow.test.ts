// Those who follow a sandbox and read nothing: what that costs in memory. In a process of its own.

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { understudy } from '../../../src/client/client.ts';
import { askPets, petsStandIn } from '../../support/pets/stand-in.ts';

const MB = 1_000_000;

/** What is held on to, in bytes. What one collection has found to be of no use may hold more until the next turn. */
async function held(): Promise<number> {
  setFlagsFromString('--expose-gc');
  for (let times = 0; times < 4; times += 1) {
    runInNewContext('gc')();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('they cost no more, however much there is to tell, and delay nobody', async () => {
  const standIn = await petsStandIn();
  const client = understudy('http://localhost', { fetch: (request) => standIn.fetch(request) });
  /** They have read that they are followed, and nothing since. */
  const idle = Array.from({ length: 50 }, () => client.events());
  for (const one of idle) await one.next();
  const events = client.events();
  await events.next();
  const target = `/pets/${'x'.repeat(490)}`;
  /** So many exchanges, and all of them told to who reads. */
  const follow = async (count: number) => {
    for (let done = 0; done < count; done += 500) {
      await Promise.all(Array.from({ length: 500 }, () => askPets(standIn, 'GET', target)));
      for (let told = 0; told < 500; told += 1) expect((await events.next()).value?.event).toBe('exchange');
    }
  };
  await follow(4000);
  await held();
  await follow(1000);
  const before = await held();
  await follow(30_000);
  // What one of them was not told since is 21 MB; what is held changes by some MB from one look to the next.
  expect((await held()) - before).toBeLessThan(12 * MB);
  for (const one of [events, ...idle]) await one.return();
});
