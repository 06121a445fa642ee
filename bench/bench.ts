// Measures answers per second and start-up of the same request beside two peers. Run by hand: `npm run bench -- --help`.

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Contender, contendersIn } from './contenders.ts';
import { ask, load } from './load.ts';
import { checkAnswer, REQUEST } from './request.ts';
import { pinLoad, startServer } from './server.ts';
import { type Conditions, type Measurement, tableOf, writeTable } from './table.ts';

const USAGE = `npm run bench -- [settings]

  --seconds NUMBER       length of one measurement; half of it goes before, unmeasured (default 2.5)
  --rounds NUMBER        how often each server is started and measured (default 5)
  --connections NUMBER   keep-alive connections, one request at a time on each (default 10)
  --write                write the figures into bench/README.md
`;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2.5' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '10' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

async function measure({ arguments: args }: Contender, { seconds, connections }: Conditions): Promise<Measurement> {
  const { port, startUp, firstAnswer, processorTime, stop } = await startServer(args, REQUEST);
  try {
    checkAnswer(firstAnswer);
    const bodyBytes = Buffer.byteLength(firstAnswer.body);
    const run = { port, request: REQUEST, connections, bodyBytes };
    await load({ ...run, seconds: seconds / 2 });
    const before = processorTime();
    const { answered, took } = await load({ ...run, seconds });
    const processor = ((processorTime() - before) / answered) * 1e6;
    checkAnswer(await ask(port, REQUEST));
    return { rate: answered / took, processor, startUp };
  } finally {
    await stop();
  }
}

async function bench(conditions: Conditions): Promise<void> {
  // Stopped early, it still ends what it started: on `exit`, in server.ts.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const folder = await mkdtemp(join(tmpdir(), 'understudy-bench-'));
  try {
    pinLoad();
    const before = loadavg()[0] ?? 0;
    const contenders = await contendersIn(folder);
    const measured = new Map(contenders.map(({ name }) => [name as string, [] as Measurement[]]));
    for (let round = 0; round < conditions.rounds; round++) {
      // Each round begins with another server, so that none always has the same neighbour.
      const first = round % contenders.length;
      for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
        const figures = await measure(contender, conditions);
        measured.get(contender.name)?.push(figures);
        const { rate, startUp } = figures;
        process.stderr.write(
          `${round + 1} ${contender.name}: ${rate.toFixed(0)}/s, start-up ${startUp.toFixed(0)} ms\n`,
        );
      }
    }
    const table = tableOf(measured, conditions, [before, loadavg()[0] ?? 0]);
    process.stdout.write(`${table}\n`);
    if (values.write) await writeTable(new URL('README.md', import.meta.url), table);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const conditions = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  connections: Number(values.connections),
};
if (values.help) process.stdout.write(USAGE);
else if (!Object.values(conditions).every((number) => number > 0))
  throw new Error(`Numbers above 0, please.\n\n${USAGE}`);
else await bench(conditions);
