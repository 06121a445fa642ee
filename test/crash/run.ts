// The crash test for any duration: `npm run test:crash -- --help`.

import { parseArgs } from 'node:util';
import { drawPlan, type Plan } from './plan.ts';
import { POINTS } from './points.ts';
import { runCycles, type Summary } from './run-cycles.ts';

const USAGE = `npm run test:crash -- [settings]

Changes a mock server from several clients at once, kills it, starts it again and looks whether everything acknowledged is there.

  --cycles NUMBER   how often (default 100)
  --seed TEXT       what the kills are drawn from (default: another one each time)
`;

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '100' },
    seed: { type: 'string', default: crypto.randomUUID() },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

function* plans(seed: string, cycles: number): Generator<Plan> {
  for (let cycle = 1; cycle <= cycles; cycle += 1) yield drawPlan(seed, cycle);
}

function summaryOf({ tally, cycles, responses }: Summary): string {
  const ends = [...POINTS, 'kill', 'early kill', 'stop'] as const;
  const width = Math.max(...ends.map(({ length }) => length));
  const rows = ends.map((end) => `  ${end.padEnd(width)}  ${tally.get(end) ?? 0}`);
  return [`${cycles} cycles, ${responses} answers, nothing was lost. Ended by:`, '', ...rows, ''].join('\n');
}

async function main(seed: string, cycles: number): Promise<void> {
  process.stdout.write(`Seed ${seed}\n`);
  const summary = await runCycles(
    seed,
    () => plans(seed, cycles),
    ({ cycle, fresh }, { end, responses }) =>
      process.stdout.write(`${cycle}/${cycles} ${fresh ? 'fresh, ' : ''}${responses} answers, ${end}\n`),
  );
  process.stdout.write(`\n${summaryOf(summary)}`);
}

if (values.help) process.stdout.write(USAGE);
else if (!/^[1-9]\d*$/.test(values.cycles)) {
  process.stderr.write(`--cycles must be a whole number from 1, not "${values.cycles}"\n`);
  process.exitCode = 2;
} else {
  await main(values.seed, Number(values.cycles)).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
