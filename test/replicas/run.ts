// The test of replicas for any duration: `npm run test:replicas -- --help`.

import { parseArgs } from 'node:util';
import { UndecidedError } from './linearizable.ts';
import { startReplicas } from './replicas.ts';
import { roundWithTroubles } from './rounds.ts';
import { drawTroubles } from './troubles.ts';

const USAGE = `npm run test:replicas -- [settings]

Reads and changes shared things through several replicas on one database, from several clients at once, while replicas are killed, the database is
restarted and connections are cut. What clients saw must be as if all of it had been done one after the other.

  --minutes NUMBER      how long (default 1)
  --seed TEXT           what everything is drawn from (default: another one each time)
  --replicas NUMBER     how many (default 3)
  --clients NUMBER      how many (default 10)
  --operations NUMBER   answers of a round (default 1000)
  --troubles NUMBER     troubles of a round (default 5)
  --consistency MODE    strong or local, which must show stale reads (default strong)
`;

/** The maximum share of undecided rounds: with enough unknown ends the search has no bound. */
const MOST_UNDECIDED = 0.1;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: crypto.randomUUID() },
    replicas: { type: 'string', default: '3' },
    clients: { type: 'string', default: '10' },
    operations: { type: 'string', default: '1000' },
    troubles: { type: 'string', default: '5' },
    consistency: { type: 'string', default: 'strong' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

async function main(seed: string): Promise<void> {
  process.stdout.write(`Seed ${seed}\n`);
  const [minutes, count, clients, operations, troubles] = (
    ['minutes', 'replicas', 'clients', 'operations', 'troubles'] as const
  ).map((name) => Number(values[name])) as [number, number, number, number, number];
  const replicas = await startReplicas({ seed, count, settings: ['--consistency', values.consistency] });
  const stop = () => void replicas.close().then(() => process.exit(1));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const end = performance.now() + minutes * 60_000;
  const sum = { responded: 0, rejected: 0, unknown: 0 };
  let undecided = 0;
  let rounds = 0;
  try {
    while (performance.now() < end) {
      rounds += 1;
      const plan = drawTroubles(`${seed} ${rounds}`, troubles, operations);
      const start = performance.now();
      const planning = { seed: `${seed} ${rounds}`, clients, operations, troubles: plan };
      const played = await roundWithTroubles(replicas, planning).catch((error: Error) => {
        if (error.cause instanceof UndecidedError) return undefined;
        throw error;
      });
      if (!played) {
        undecided += 1;
        process.stdout.write(`${rounds}: ${plan.map(({ trouble }) => trouble).join('; ')}: undecided\n`);
        continue;
      }
      const { ends } = played;
      for (const name of ['responded', 'rejected', 'unknown'] as const) sum[name] += ends[name];
      const took = ((performance.now() - start) / 1000).toFixed(1);
      process.stdout.write(
        `${rounds}: ${reported(ends)}, ${took} s; ${plan.map(({ trouble }) => trouble).join('; ')}\n`,
      );
    }
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await replicas.close();
  }
  process.stdout.write(`${reported(sum)}; all of it in an order that explains it.\n`);
  if (undecided === 0) return;
  process.stdout.write(`In ${undecided} of ${rounds} rounds too many operations had an unknown end to decide this.\n`);
  if (undecided > rounds * MOST_UNDECIDED) process.exitCode = 1;
}

function reported({ responded, rejected, unknown }: { responded: number; rejected: number; unknown: number }): string {
  return `${responded} operations answered, ${rejected} refused, ${unknown} with an unknown end`;
}

if (values.help) process.stdout.write(USAGE);
else
  await main(values.seed).catch((error: Error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  });
