// Linearizability of replicas under every disturbance; and proof that clients detect stale reads and lost changes.

import { expect, onTestFinished, test } from 'vitest';
import { describeWithPostgres, startPostgres } from '../support/postgres.ts';
import { runs } from '../support/runs.ts';
import { UndecidedError } from './linearizable.ts';
import { type Replicas, type ReplicasSettings, startReplicas } from './replicas.ts';
import { roundAsSeen, roundForEach } from './rounds.ts';
import { NAMES, type Planned } from './troubles.ts';

describeWithPostgres('three replicas and ten clients', () => {
  test('with every disturbance in sequence, what clients see is linearizable', async () => {
    const seed = crypto.randomUUID();
    const operations = runs(50, 25);
    console.info(`Seed ${seed}`);
    const replicas = await started({ seed });
    const ends = await roundForEach(replicas, NAMES, { seed, clients: 10, operations });
    expect(ends.responded).toBeGreaterThanOrEqual(operations * NAMES.length);
    // Without unknown ends, there was no disturbance.
    expect(ends.unknown).toBeGreaterThan(0);
  });

  test('with --consistency local a client sees a stale value', async () => {
    const seed = 'local';
    const replicas = await started({ seed, settings: ['--consistency', 'local'] });
    const seen = await firstObjection(replicas, seed, []);
    expect(seen).toMatch(/is in no order/);
  });

  test('with unsafe acknowledgements, a client misses a change after a restart of everything', async () => {
    const seed = 'unsafe';
    const replicas = await started({ seed });
    // PostgreSQL acknowledges early and writes much later, until it is restarted.
    const unsafe = async () => {
      await replicas.postgres.crash();
      await replicas.postgres.start(['synchronous_commit=off', 'wal_writer_delay=10s', 'wal_writer_flush_after=1GB']);
    };
    const restarted: Planned = { after: 30, trouble: 'everything is restarted' };
    const seen = await firstObjection(replicas, seed, [restarted], unsafe);
    expect(seen).toMatch(/is in no order|is gone/);
  });
});

async function started(settings: ReplicasSettings): Promise<Replicas> {
  const replicas = await startReplicas({ postgres: await startPostgres(), ...settings });
  onTestFinished(() => replicas.close());
  return replicas;
}

/** Maximum number of rounds until a violation is detected. */
const ROUNDS = 20;
/**
 * Few operations per round: the order is decided quickly, also on a slow machine, and changes are lost before PostgreSQL writes them.
 */
const OPERATIONS = 100;

/** The first violation; an empty text if there is none. @param before - runs before each round. Default: nothing */
async function firstObjection(
  replicas: Replicas,
  seed: string,
  troubles: readonly Planned[],
  before = async () => {},
): Promise<string> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    await before();
    const planning = { seed: `${seed} ${round}`, clients: 10, operations: OPERATIONS, troubles };
    const seen = await roundAsSeen(replicas, planning).catch((error: Error) => {
      if (error.cause instanceof UndecidedError) return undefined;
      throw error;
    });
    if (seen && seen.objections.length > 0) return seen.objections.join('\n');
  }
  return '';
}
