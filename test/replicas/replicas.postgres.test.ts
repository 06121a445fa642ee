// What ten clients see of three replicas is as if all of it had been done one after the other, whatever is killed, restarted or cut. `npm run test:replicas` goes on for as long as one likes.

import { expect, onTestFinished, test } from 'vitest';
import { describeWithPostgres, startPostgres } from '../support/postgres.ts';
import { startReplicas } from './replicas.ts';
import { roundForEach } from './rounds.ts';
import type { TroubleName } from './troubles.ts';

/** How many answers there are in each round. */
const OPERATIONS = 50;

/** One of each kind; few of them start processes, which takes longest. `noticed.test.ts` has the others, too. */
const SOME: readonly TroubleName[] = [
  'a replica is cut off from the database',
  'a replica stands still for a while',
  'connections to the database are cut again and again',
  'the database is restarted',
  'connections of clients are cut again and again',
  'a replica hears nothing of the database for a while',
  'a replica is killed',
];

describeWithPostgres('three replicas and ten clients', () => {
  test('whatever goes wrong, what clients see is as if all of it had been done one after the other', async () => {
    const seed = crypto.randomUUID();
    console.info(`Seed ${seed}`);
    const replicas = await startReplicas({ seed, postgres: await startPostgres() });
    onTestFinished(() => replicas.close());
    const ends = await roundForEach(replicas, SOME, { seed, clients: 10, operations: OPERATIONS });
    expect(ends.answered).toBeGreaterThanOrEqual(OPERATIONS * SOME.length);
    // Without any, nothing has gone wrong.
    expect(ends.unknown).toBeGreaterThan(0);
  });
});
